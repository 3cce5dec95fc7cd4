/* sha256.h - the hash of FIPS 180-4, and base64 of RFC 4648. */
#ifndef SHA256_H
#define SHA256_H

#include <stddef.h>
#include <stdio.h>

enum { SHA256_BYTES = 32 };
void sha256(const void *bytes, size_t n, unsigned char hash[SHA256_BYTES]);
void base64_put(FILE *out, const void *bytes, size_t n);

#endif
