/* Restarts the machine with the command COMMAND, without a C library. */
void _start(void)
{
	register long number asm("x8") = 142, magic asm("x0") = 0xfee1dead, second asm("x1") = 672274793;
	register long restart2 asm("x2") = 0xa1b2c3d4;
	register const char *command asm("x3") = COMMAND;

	asm volatile("svc 0" : "+r"(magic) : "r"(second), "r"(restart2), "r"(command), "r"(number) : "memory");
	for (;;)
		;
}
