/* The module of the optional extension: stored_rows.c, stored_columns.c, value_rows.c, batch_rows.c. */
#include "cells.h"

extern PyTypeObject stored_rows_type, stored_columns_type, value_rows_type;
PyObject *grouped_columns(PyObject *module, PyObject *args);
PyObject *batch_rows(PyObject *module, PyObject *args);
PyObject *batch_lines(PyObject *module, PyObject *args);

static PyMethodDef functions[] = {
    {"grouped", grouped_columns, METH_VARARGS, "grouped(keys, columns): lists -> a list of each column for each key."},
    {"rows", batch_rows, METH_VARARGS, "rows(array, columns, kind): a record batch -> messages; see gateway.codecs.codec."},
    {"lines", batch_lines, METH_VARARGS, "lines(array, columns, ...): a record batch -> COPY's lines; see gateway.codecs.codec."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "native",
    .m_doc = "Rows to messages, in C.",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC PyInit_native(void)
{
    PyObject *made = read_powers() == DONE ? PyModule_Create(&module) : NULL;
    PyTypeObject *types[] = {&stored_rows_type, &stored_columns_type, &value_rows_type};
    for (size_t i = 0; made != NULL && i < sizeof types / sizeof *types; i++)
        if (PyModule_AddType(made, types[i]) < 0)
            Py_CLEAR(made);
    return made;
}
