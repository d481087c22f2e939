/* Messages that are made in a buffer: their heads, cells that Python makes, and the bytes object in the end. */
#ifndef TIDEGATE_MADE_H
#define TIDEGATE_MADE_H

#include "cells.h"

/* A message says its length in 31 bits. */
#define MESSAGE_BYTES_MAX ((Py_ssize_t)INT32_MAX - 64)
/* What a row is expected to take. */
#define ROW_BYTES 256
/* A letter, the length of all that is behind it, the number of cells. */
#define HEAD_BYTES 7

/* The head, for which there is room at *start*, of all that has been written since. */
static inline void put_head(Buffer *out, Py_ssize_t start, int kind, Py_ssize_t cells)
{
    char *head = out->data + start;
    head[0] = (char)kind;
    put_big_endian(head + 1, (uint64_t)(out->size - start - 1), 4);
    put_big_endian(head + 5, (uint64_t)cells, 2);
}

/* Bytes as they are; UNKNOWN: too many for a message. */
static inline int put_raw(Buffer *out, const char *at, Py_ssize_t size)
{
    if (size > MESSAGE_BYTES_MAX)
        return UNKNOWN;
    if (reserve(out, size) < 0)
        return FAILED;
    memcpy(out->data + out->size, at, size);
    out->size += size;
    return DONE;
}

/* The bytes that Python's *other* makes of the value; a new reference goes in. */
static inline int put_made(Buffer *out, PyObject *other, PyObject *value)
{
    if (value == NULL)
        return FAILED;
    PyObject *made = PyObject_CallOneArg(other, value);
    Py_DECREF(value);
    if (made == NULL)
        return FAILED;
    int found = FAILED;
    if (PyBytes_Check(made))
        found = put_raw(out, PyBytes_AS_STRING(made), PyBytes_GET_SIZE(made));
    else
        PyErr_SetString(PyExc_TypeError, "a cell is no bytes");
    Py_DECREF(made);
    return found;
}

/* What was written as bytes, if *found* is DONE; gives the buffer back. */
static inline PyObject *taken(Buffer *out, int found)
{
    PyObject *made = found == DONE ? PyBytes_FromStringAndSize(out->data, out->size) : NULL;
    give_back(out);
    return made != NULL || PyErr_Occurred() ? made : PyErr_NoMemory();
}

#endif
