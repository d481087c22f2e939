/* The module of the optional extension: stored_rows.c, batch_rows.c. */
#include "cells.h"

extern PyTypeObject stored_rows_type;
PyObject *batch_rows(PyObject *module, PyObject *args);
PyObject *batch_lines(PyObject *module, PyObject *args);

static PyMethodDef functions[] = {
    {"rows", batch_rows, METH_VARARGS, "rows(array, columns, kind): a record batch -> messages; see gateway.codecs.forms."},
    {"lines", batch_lines, METH_VARARGS, "lines(array, columns, ...): a record batch -> COPY's lines; see gateway.codecs.forms."},
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
    if (made != NULL && PyModule_AddType(made, &stored_rows_type) < 0)
        Py_CLEAR(made);
    return made;
}
