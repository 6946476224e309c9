/* bcryptprimitives.dll for versions of Wine that lack it: Rust's standard library takes its random numbers from there. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length)
{
    return RtlGenRandom(data, (ULONG)length);
}
