# The folders of the cross build, and private mounts for its programs.
# The scripts that build or run programs for a Pi source this file at the project's root.
cross=$(realpath -m "${GESTUREFLOW_CROSS:-.cross}")

# own_namespace: sets `namespace` to a command that runs another one with private mounts. Fails with a remedy if that
# is impossible.
own_namespace() {
  namespace=(unshare --mount --propagation private)
  [ "$(id -u)" -eq 0 ] || namespace=(unshare --user --map-root-user --mount --propagation private)
  "${namespace[@]}" true 2>/dev/null && return
  if [ "$(id -u)" -eq 0 ]; then
    echo "cross: this root may not make mount namespaces: in a container, start it with --cap-add SYS_ADMIN (Docker: also --security-opt seccomp=unconfined)" >&2
  else
    echo "cross: this kernel gives namespaces to root only: run this with sudo, or allow them (sysctl kernel.unprivileged_userns_clone=1, or kernel.apparmor_restrict_unprivileged_userns=0)" >&2
  fi
  exit 1
}
