/* Cells of DataRow and CopyData messages: how values are written in Postgres's text and binary formats.
 *
 * Nothing here needs the interpreter. Whoever writes has reserved the room; the functions return the end of what they wrote.
 */
#ifndef TIDEGATE_CELLS_H
#define TIDEGATE_CELLS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "stored rows and Arrow's buffers are little-endian; Python reads them here"
#endif

#define DAY_US INT64_C(86400000000)
#define POSTGRES_EPOCH_DAYS 10957
/* 0001-01-01 and 9999-12-31, in days from 1970. */
#define DAYS_MIN (-719162)
#define DAYS_MAX 2932896
/* Nearer to the ends are Postgres's infinities. */
#define MICROS_FAR (INT64_C(1) << 62)
#define DAYS_FAR (1 << 30)
/* No number or moment is longer, but for decimals of 38 digits. */
#define NUMBER_BYTES_MAX 48

/* FAILED: there is no memory, or an exception was set. UNKNOWN: it is Python's. */
enum { FAILED = -1, DONE = 0, UNKNOWN = 1 };

/* It may begin in room that is *lent*, on the stack. */
typedef struct {
    char *data;
    Py_ssize_t size, room;
    char *lent;
} Buffer;

static inline int reserve(Buffer *buffer, Py_ssize_t more)
{
    if (buffer->room - buffer->size >= more)
        return DONE;
    Py_ssize_t room = buffer->room * 2 + more;
    int is_lent = buffer->data == buffer->lent;
    char *data = PyMem_RawRealloc(is_lent ? NULL : buffer->data, room);
    if (data == NULL)
        return FAILED;
    if (is_lent && buffer->size)
        memcpy(data, buffer->lent, buffer->size);
    buffer->data = data;
    buffer->room = room;
    return DONE;
}

static inline void give_back(Buffer *buffer)
{
    if (buffer->data != buffer->lent)
        PyMem_RawFree(buffer->data);
}

static inline void put_big_endian(char *at, uint64_t value, int bytes)
{
    uint64_t swapped = __builtin_bswap64(value << (64 - 8 * bytes));
    memcpy(at, &swapped, bytes);
}

static inline char *put_pair(char *at, unsigned value)
{
    static const char pairs[] =
        "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263"
        "646566676869707172737475767778798081828384858687888990919293949596979899";
    memcpy(at, pairs + 2 * value, 2);
    return at + 2;
}

static inline char *put_digits(char *at, uint64_t value, int least)
{
    char digits[20], *first = digits + sizeof digits;
    while (value >= 100) {
        put_pair(first -= 2, (unsigned)(value % 100));
        value /= 100;
    }
    if (value >= 10)
        put_pair(first -= 2, (unsigned)value);
    else if (value)
        *--first = (char)('0' + value);
    while (digits + sizeof digits - first < least)
        *--first = '0';
    size_t count = digits + sizeof digits - first;
    memcpy(at, first, count);
    return at + count;
}

static inline char *put_integer(char *at, int64_t value)
{
    if (value < 0)
        *at++ = '-';
    return put_digits(at, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 1);
}

/* *count* digits, the last *scale* of which are behind the point. */
static inline char *put_pointed(char *at, const char *digits, Py_ssize_t count, int scale)
{
    memcpy(at, digits, count - scale);
    at += count - scale;
    if (scale) {
        *at++ = '.';
        memcpy(at, digits + count - scale, scale);
        at += scale;
    }
    return at;
}

static inline char *put_scaled(char *at, int64_t value, int scale)
{
    char digits[40];
    Py_ssize_t count = put_digits(digits, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, scale + 1) - digits;
    if (value < 0)
        *at++ = '-';
    return put_pointed(at, digits, count, scale);
}

/* Days from 1970 in the proleptic Gregorian calendar, whose eras of 400 years have 146,097 days. The year begins in March here. */
static inline char *put_date(char *at, int64_t days)
{
    int64_t since = days + 719468, era = (since >= 0 ? since : since - 146096) / 146097;
    uint32_t of_era = (uint32_t)(since - era * 146097);
    uint32_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    uint32_t of_year = of_era - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
    uint32_t day = of_year - (153 * month + 2) / 5 + 1;
    month = month < 10 ? month + 3 : month - 9;
    at = put_digits(at, (uint64_t)(year + era * 400 + (month <= 2)), 4);
    *at++ = '-';
    at = put_pair(at, month);
    *at++ = '-';
    return put_pair(at, day);
}

static inline char *put_time(char *at, int64_t micros)
{
    uint32_t seconds = (uint32_t)(micros / 1000000), fraction = (uint32_t)(micros % 1000000);
    at = put_pair(at, seconds / 3600);
    *at++ = ':';
    at = put_pair(at, seconds / 60 % 60);
    *at++ = ':';
    at = put_pair(at, seconds % 60);
    if (fraction) {
        *at++ = '.';
        at = put_digits(at, fraction, 6);
        while (at[-1] == '0')
            at--;
    }
    return at;
}

static inline char *put_moment(char *at, int64_t micros)
{
    int64_t days = micros / DAY_US, rest = micros % DAY_US;
    if (rest < 0) {
        rest += DAY_US;
        days--;
    }
    at = put_date(at, days);
    *at++ = ' ';
    return put_time(at, rest);
}

/* \x and two digits a byte. */
static inline char *put_hex(char *at, const unsigned char *bytes, Py_ssize_t size)
{
    static const char hex[] = "0123456789abcdef";
    *at++ = '\\';
    *at++ = 'x';
    for (Py_ssize_t i = 0; i < size; i++) {
        *at++ = hex[bytes[i] >> 4];
        *at++ = hex[bytes[i] & 15];
    }
    return at;
}

/* The shortest text that reads back the same, as PostgreSQL writes it; floats.c. */
char *put_float8(char *at, double value);
char *put_float4(char *at, float value);
/* Once, with the interpreter's lock; an exception where it fails. */
int read_powers(void);

/* A number or moment in one of the forms that gateway.codecs.codec names; NULL where the value is Python's. */
static inline char *put_number(char *to, int form, int scale, int64_t value)
{
    switch (form) {
    case 'd': return put_integer(to, value);
    case 'n': return put_scaled(to, value, scale);
    case 't':
        *to = value ? 't' : 'f';
        return to + 1;
    case '1': case '2': case '4': case '8':
        put_big_endian(to, (uint64_t)value, form - '0');
        return to + (form - '0');
    case 'D': return value >= DAYS_MIN && value <= DAYS_MAX ? put_date(to, value) : NULL;
    case 'T': case 'Z':
        if (value < DAYS_MIN * DAY_US || value >= (DAYS_MAX + 1) * DAY_US)
            return NULL;
        to = put_moment(to, value);
        if (form == 'T')
            return to;
        memcpy(to, "+00", 3);
        return to + 3;
    case 'H': return value >= 0 && value <= DAY_US ? put_time(to, value) : NULL;
    case 'E':
        if (value <= -DAYS_FAR || value >= DAYS_FAR)
            return NULL;
        put_big_endian(to, (uint64_t)(value - POSTGRES_EPOCH_DAYS), 4);
        return to + 4;
    case 'U':
        if (value <= -MICROS_FAR || value >= MICROS_FAR)
            return NULL;
        put_big_endian(to, (uint64_t)(value - POSTGRES_EPOCH_DAYS * DAY_US), 8);
        return to + 8;
    }
    return NULL;
}

/* A float in its form; NULL where the form is Python's. float4 values are given as the doubles that they are. */
static inline char *put_float(char *to, int form, double value)
{
    float single = (float)value;
    uint64_t bits = 0;
    switch (form) {
    case 'f': return put_float8(to, value);
    case 'g': return put_float4(to, single);
    case 'F':
        memcpy(&bits, &value, 8);
        put_big_endian(to, bits, 8);
        return to + 8;
    case 'G':
        memcpy(&bits, &single, 4);
        put_big_endian(to, bits, 4);
        return to + 4;
    }
    return NULL;
}

#endif
