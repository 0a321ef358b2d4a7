import GfctlTool

// As a program of its own, for development. The package installs one program under both names.
GFCtl.main()
