/// `faceblur-codec` as functions: its own sources without its process and its jail, so that the address sanitizer sees what
/// they do with requests, and libFuzzer which code an input reaches.
#ifndef CCODECHELPER_H
#define CCODECHELPER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Opens the codecs' libraries, and makes the memory that a helper shares with whoever has started it, under that
/// memory's number: comes before anything else opens a file.
/// @returns Bit n: operation n can be asked for.
uint32_t fbf_open(void);

/// Puts bytes into that memory. It is `size` bytes long from then on, and all but those bytes are 0.
bool fbf_fill(const uint8_t *_Nullable bytes, size_t count, size_t size);

/// Reads bytes of that memory.
bool fbf_read(uint8_t *_Nullable bytes, size_t count, size_t offset);

/// Takes messages as the helper takes them from its channel, until they end or it would.
/// @param answers where what it sends is written to.
/// @returns bytes of answers; no more than there is room for.
size_t fbf_serve(const uint8_t *_Nullable messages, size_t count, uint8_t *_Nullable answers, size_t room);

#pragma clang assume_nonnull end

#endif
