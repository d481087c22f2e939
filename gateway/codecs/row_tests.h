/* Tests of stored rows: a column compared with a value as PostgreSQL does it, LIKE, or NULL. See stored_columns.c. */
#ifndef TIDEGATE_ROW_TESTS_H
#define TIDEGATE_ROW_TESTS_H

#include "stored.h"

#define TESTS_MAX 16
/* Places that a call looks at for patterns, 4 ns each: some milliseconds. */
#define LIKE_STEPS_MAX (INT64_C(1) << 20)

/* A column is compared with a value, as PostgreSQL does: NaN is above all numbers, texts are in the order of their bytes;
 * L is LIKE, K is NOT LIKE. */
typedef struct {
    Py_ssize_t ordinal;
    int code, operator;
} Test;

/* What a test compares with. */
typedef struct {
    int64_t integer;
    double number;
    const char *text;
    Py_ssize_t size;
    int is_null;
} Given;

static int has_pattern(const Test *test)
{
    return test->operator == 'L' || test->operator == 'K';
}

static int read_given(const Test *test, PyObject *value, Given *to)
{
    to->is_null = value == Py_None;
    if (to->is_null || test->operator == 'N' || test->operator == 'P')
        return DONE;
    switch (test->code) {
    case 'f': case 'd': to->number = PyFloat_AsDouble(value); break;
    case 's': to->text = PyUnicode_AsUTF8AndSize(value, &to->size); break;
    default: to->integer = PyLong_AsLongLong(value);
    }
    if (PyErr_Occurred())
        return FAILED;
    if (!has_pattern(test))
        return DONE;
    Py_ssize_t at = 0;
    while (at < to->size)
        at += 1 + (to->text[at] == '\\');
    if (at == to->size)
        return DONE;
    PyErr_SetString(PyExc_ValueError, "a pattern ends in an escape");
    return FAILED;
}

/* Below 0, 0 or above it. UNKNOWN in *found* where a text is not within its row. */
static int compared(const Test *test, const Given *given, const unsigned char *row, Py_ssize_t size, const unsigned char *word, int *found)
{
    if (test->code == 'f' || test->code == 'd') {
        double value = stored_float(word, test->code), other = given->number;
        if (isnan(value) || isnan(other))
            return (isnan(value) != 0) - (isnan(other) != 0);
        return (value > other) - (value < other);
    }
    if (test->code == 's') {
        Py_ssize_t length;
        const unsigned char *at = stored_bytes(row, size, word, &length);
        if (at == NULL) {
            *found = UNKNOWN;
            return 0;
        }
        int order = memcmp(at, given->text, length < given->size ? length : given->size);
        return order ? order : (length > given->size) - (length < given->size);
    }
    int64_t value = stored_integer(word, test->code);
    return (value > given->integer) - (value < given->integer);
}

static Py_ssize_t next_character(const unsigned char *text, Py_ssize_t size, Py_ssize_t at)
{
    do
        at++;
    while (at < size && (text[at] & 0xc0) == 0x80);
    return at;
}

/* Is the text like the pattern? Behind the last % that was met, what follows is tried at each character. */
static int is_like(const unsigned char *text, Py_ssize_t size, const char *pattern, Py_ssize_t length, int64_t *steps)
{
    Py_ssize_t at = 0, p = 0, again = 0, behind = -1;
    while (at < size) {
        if (--*steps < 0)
            return 0;
        if (p < length && pattern[p] == '%') {
            if (++p == length)
                return 1;
            again = at, behind = p;
            continue;
        }
        if (p < length && pattern[p] == '_') {
            at = next_character(text, size, at);
            p++;
            continue;
        }
        Py_ssize_t literal = p < length ? p + (pattern[p] == '\\') : p;
        if (literal < length && (unsigned char)pattern[literal] == text[at]) {
            at++;
            p = literal + 1;
            continue;
        }
        if (behind < 0)
            return 0;
        at = again = next_character(text, size, again);
        p = behind;
    }
    while (p < length && pattern[p] == '%')
        p++;
    return p == length;
}

/* Is the column's text like what is given? UNKNOWN in *found* as above. */
static int like(const Given *given, const unsigned char *row, Py_ssize_t size, const unsigned char *word, int64_t *steps, int *found)
{
    Py_ssize_t length;
    const unsigned char *text = stored_bytes(row, size, word, &length);
    int met = text != NULL && is_like(text, length, given->text, given->size, steps);
    if (text == NULL || *steps < 0)
        *found = UNKNOWN;
    return met;
}

/* Does the row meet the test? UNKNOWN in *found* as above. */
static int is_met(const Test *test, const Given *given, const unsigned char *row, Py_ssize_t size, Py_ssize_t width, int64_t *steps,
                  int *found)
{
    int null = is_null(row, width, test->ordinal);
    if (test->operator == 'N' || test->operator == 'P')
        return null == (test->operator == 'N');
    if (null || given->is_null)
        return 0;
    const unsigned char *word = word_of(row, width, test->ordinal);
    if (has_pattern(test))
        return like(given, row, size, word, steps, found) == (test->operator == 'L');
    int order = compared(test, given, row, size, word, found);
    switch (test->operator) {
    case '=': return order == 0;
    case '!': return order != 0;
    case '<': return order < 0;
    case '>': return order > 0;
    case 'l': return order <= 0;
    default: return order >= 0;
    }
}

#endif
