/* The shortest decimal within, but not at, the half-way points to a float's neighbours, of those the nearest to it: what
 * PostgreSQL writes. By R. Giulietti's "The Schubfach way to render doubles" (2021), whose names these are; the powers of ten come
 * from gateway.codecs.floats, which has Python's way to the same texts.
 */
#include "cells.h"

#define POWER_MIN (-324)
#define POWER_MAX 324
/* Fixed notation is for decimal exponents from here to 14 (float4: 5). */
#define FIXED_EXPONENT_MIN (-4)

/* 10 ** e / 2 ** floor(log2(10 ** e)) * 2 ** 127, rounded up: the upper and lower word of each. */
static uint64_t powers[POWER_MAX - POWER_MIN + 1][2];

typedef struct {
    uint64_t digits;
    int exponent;
} Decimal;

int read_powers(void)
{
    PyObject *module = PyImport_ImportModule("gateway.codecs.floats"), *made = NULL;
    if (module != NULL)
        made = PyObject_CallMethod(module, "powers_of_ten", "ii", POWER_MIN, POWER_MAX);
    Py_XDECREF(module);
    if (made == NULL)
        return FAILED;
    int found = PyBytes_Check(made) && PyBytes_GET_SIZE(made) == sizeof powers ? DONE : FAILED;
    if (found == DONE)
        memcpy(powers, PyBytes_AS_STRING(made), sizeof powers);
    else
        PyErr_SetString(PyExc_TypeError, "powers of ten are two words each");
    Py_DECREF(made);
    return found;
}

/* floor(log2(10 ** e)); floor(log10(2 ** e)); floor(log10(3 / 4 * 2 ** e)). */
static int log2_of_power(int e) { return e * 1741647 >> 19; }
static int log10_of_binary(int e) { return e * 1262611 >> 22; }
static int log10_of_irregular(int e) { return (e * 1262611 - 524031) >> 22; }

static uint64_t rounded_to_odd(const uint64_t *g, uint64_t cp)
{
    unsigned __int128 x = (unsigned __int128)g[1] * cp, y = (unsigned __int128)g[0] * cp + (uint64_t)(x >> 64);
    return (uint64_t)(y >> 64) | ((uint64_t)y > 1);
}

/* Of c * 2 ** q; *irregular* is a power of two, whose neighbour below is nearer. */
static Decimal shortest(uint64_t c, int q, int irregular)
{
    int k = irregular ? log10_of_irregular(q) : log10_of_binary(q), h = q + log2_of_power(-k) + 1;
    const uint64_t *g = powers[-k - POWER_MIN];
    uint64_t lower = rounded_to_odd(g, (4 * c - 2 + irregular) << h) + 1, v = rounded_to_odd(g, 4 * c << h);
    uint64_t upper = rounded_to_odd(g, (4 * c + 2) << h) - 1, s = v / 4;
    if (s >= 10) {
        uint64_t ten = s / 10 * 40;
        int below = lower <= ten, above = ten + 40 <= upper;
        if (below != above)
            return (Decimal){s / 10 + above, k + 1};
    }
    int below = lower <= 4 * s, above = 4 * s + 4 <= upper;
    if (below != above)
        return (Decimal){s + above, k};
    return (Decimal){s + (v > 4 * s + 2 || (v == 4 * s + 2 && (s & 1))), k};
}

static char *put_decimal(char *at, Decimal number, int fixed_exponent_max)
{
    char digits[24];
    int count = (int)(put_digits(digits, number.digits, 1) - digits), exponent = number.exponent + count - 1;
    while (count > 1 && digits[count - 1] == '0')
        count--;
    if (exponent < FIXED_EXPONENT_MIN || exponent > fixed_exponent_max) {
        *at++ = digits[0];
        if (count > 1) {
            *at++ = '.';
            memcpy(at, digits + 1, count - 1);
            at += count - 1;
        }
        *at++ = 'e';
        *at++ = exponent < 0 ? '-' : '+';
        return put_digits(at, abs(exponent), 2);
    }
    if (exponent < 0) {
        memcpy(at, "0.0000", 6);
        at += 1 - exponent;
        memcpy(at, digits, count);
        return at + count;
    }
    if (count > exponent + 1)
        return put_pointed(at, digits, count, count - exponent - 1);
    memcpy(at, digits, count);
    memset(at + count, '0', exponent + 1 - count);
    return at + exponent + 1;
}

/* NULL but for zero, infinities and what is no number. */
static char *put_special(char *at, double value)
{
    if (isnan(value)) {
        memcpy(at, "NaN", 3);
        return at + 3;
    }
    if (signbit(value))
        *at++ = '-';
    if (isinf(value)) {
        memcpy(at, "Infinity", 8);
        return at + 8;
    }
    *at = '0';
    return value == 0 ? at + 1 : NULL;
}

char *put_float8(char *at, double value)
{
    char *end = put_special(at, value);
    if (end != NULL)
        return end;
    uint64_t bits;
    memcpy(&bits, &value, 8);
    if (bits >> 63)
        *at++ = '-';
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    int exponent = (int)(bits >> 52 & 0x7ff);
    uint64_t c = exponent ? fraction | UINT64_C(1) << 52 : fraction;
    int q = (exponent ? exponent : 1) - 1075;
    if (q <= 0 && q > -53 && !(c & ((UINT64_C(1) << -q) - 1)))
        return put_decimal(at, (Decimal){c >> -q, 0}, 14);
    return put_decimal(at, shortest(c, q, !fraction && exponent > 1), 14);
}

char *put_float4(char *at, float value)
{
    char *end = put_special(at, value);
    if (end != NULL)
        return end;
    uint32_t bits;
    memcpy(&bits, &value, 4);
    if (bits >> 31)
        *at++ = '-';
    uint32_t fraction = bits & ((UINT32_C(1) << 23) - 1);
    int exponent = (int)(bits >> 23 & 0xff);
    uint64_t c = exponent ? fraction | UINT32_C(1) << 23 : fraction;
    return put_decimal(at, shortest(c, (exponent ? exponent : 1) - 150, !fraction && exponent > 1), 5);
}
