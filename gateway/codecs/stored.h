/* Stored rows as statestore/rows/layout.py describes them: what stored_rows.c and stored_columns.c read of them. */
#ifndef TIDEGATE_STORED_H
#define TIDEGATE_STORED_H

#include "cells.h"

/* Of each row schema, how many columns its rows hold. */
typedef struct {
    Py_ssize_t count;
    Py_ssize_t *columns;
} Widths;

/* FAILED with an exception. *to* is zero before, and its columns are given back by PyMem_Free. */
static inline int read_widths(Widths *to, PyObject *widths)
{
    to->count = PyTuple_GET_SIZE(widths);
    to->columns = PyMem_Calloc(to->count + 1, sizeof(Py_ssize_t));
    if (to->columns == NULL) {
        PyErr_NoMemory();
        return FAILED;
    }
    for (Py_ssize_t i = 0; i < to->count; i++) {
        to->columns[i] = PyLong_AsSsize_t(PyTuple_GET_ITEM(widths, i));
        if (to->columns[i] < 0 || to->columns[i] > 65536) {
            if (!PyErr_Occurred())
                PyErr_SetString(PyExc_ValueError, "a row's width is out of range");
            return FAILED;
        }
    }
    return DONE;
}

/* How many columns the row holds, all of whose words are there; -1: that is Python's to tell. */
static inline Py_ssize_t width_of(const Widths *widths, const unsigned char *row, Py_ssize_t size)
{
    if (size < 1 || row[0] >= widths->count)
        return -1;
    Py_ssize_t width = widths->columns[row[0]];
    return size - 1 < 8 * ((width + 63) / 64 + width) ? -1 : width;
}

/* From here on *row* begins behind the schema's number. */
static inline int is_null(const unsigned char *row, Py_ssize_t width, Py_ssize_t ordinal)
{
    return ordinal >= width || row[ordinal >> 3] >> (ordinal & 7) & 1;
}

static inline const unsigned char *word_of(const unsigned char *row, Py_ssize_t width, Py_ssize_t ordinal)
{
    return row + 8 * ((width + 63) / 64 + ordinal);
}

static inline int64_t stored_integer(const unsigned char *word, int code)
{
    int64_t value;
    memcpy(&value, word, sizeof value);
    switch (code) {
    case '?': return (value & 0xff) != 0;
    case 'b': return (int8_t)value;
    case 'h': return (int16_t)value;
    case 'i': return (int32_t)value;
    default: return value;
    }
}

static inline double stored_float(const unsigned char *word, int code)
{
    if (code == 'f') {
        float value;
        memcpy(&value, word, sizeof value);
        return value;
    }
    double value;
    memcpy(&value, word, sizeof value);
    return value;
}

/* Where a value of variable width is; NULL where that is not within the row. */
static inline const unsigned char *stored_bytes(const unsigned char *row, Py_ssize_t size, const unsigned char *word, Py_ssize_t *length)
{
    uint32_t place[2];
    memcpy(place, word, sizeof place);
    if ((uint64_t)place[0] + place[1] > (uint64_t)size)
        return NULL;
    *length = place[0];
    return row + place[1];
}

#endif
