/* Values -> DataRow messages: what gateway.engine.keyed.row_codegen.row_encoder makes of a tuple, in one step.
 *
 * It writes the values that it knows in the forms that gateway.codecs.codec names, and gives the bytes that Python gives. What it does
 * not know, in value or form, it hands to the cell's *other*, which also raises the errors.
 */
#include "made.h"

/* Several cells that have been made already. */
#define PIECE 'p'

typedef struct {
    int form;
    PyObject *other;
} Cell;

typedef struct {
    PyObject_HEAD
    Py_ssize_t count, cells_sent;
    Cell *cells;
} Encoder;

/* Does the value fit into a binary form of so many bytes? */
static int fits(int form, int64_t value)
{
    switch (form) {
    case '1': return value == 0 || value == 1;
    case '2': return value == (int16_t)value;
    case '4': return value == (int32_t)value;
    default: return 1;
    }
}

static int put_long(Buffer *out, const Cell *cell, PyObject *value)
{
    int overflow = 0;
    int64_t number = PyLong_AsLongLongAndOverflow(value, &overflow);
    if (overflow || !fits(cell->form, number))
        return UNKNOWN;
    if (reserve(out, NUMBER_BYTES_MAX) < 0)
        return FAILED;
    char *end = put_number(out->data + out->size, cell->form, 0, number);
    if (end == NULL)
        return UNKNOWN;
    out->size = end - out->data;
    return DONE;
}

static int put_double(Buffer *out, const Cell *cell, double number)
{
    if ((cell->form == 'g' || cell->form == 'G') && (double)(float)number != number)
        return UNKNOWN;
    if (reserve(out, NUMBER_BYTES_MAX) < 0)
        return FAILED;
    char *end = put_float(out->data + out->size, cell->form, number);
    if (end == NULL)
        return UNKNOWN;
    out->size = end - out->data;
    return DONE;
}

/* DONE, or UNKNOWN with nothing written. */
static int put_value(Buffer *out, const Cell *cell, PyObject *value)
{
    Py_ssize_t size;
    if (PyUnicode_CheckExact(value) && cell->form == 'r') {
        const char *text = PyUnicode_AsUTF8AndSize(value, &size);
        if (text != NULL)
            return put_raw(out, text, size);
        PyErr_Clear();
        return UNKNOWN;
    }
    if (PyLong_CheckExact(value))
        return put_long(out, cell, value);
    if (PyFloat_CheckExact(value))
        return put_double(out, cell, PyFloat_AS_DOUBLE(value));
    if (PyBool_Check(value) && (cell->form == 't' || cell->form == '1'))
        return put_long(out, cell, value);
    if (PyBytes_CheckExact(value) && cell->form == 'x') {
        size = PyBytes_GET_SIZE(value);
        if (size > MESSAGE_BYTES_MAX / 2 - 1 || reserve(out, 2 * size + 2) < 0)
            return UNKNOWN;
        out->size = put_hex(out->data + out->size, (const unsigned char *)PyBytes_AS_STRING(value), size) - out->data;
        return DONE;
    }
    return UNKNOWN;
}

static int put_cell(Buffer *out, const Cell *cell, PyObject *value)
{
    if (cell->form == PIECE && PyBytes_Check(value))
        return put_raw(out, PyBytes_AS_STRING(value), PyBytes_GET_SIZE(value));
    Py_ssize_t start = out->size;
    if (reserve(out, 4) < 0)
        return FAILED;
    memset(out->data + start, 0xff, 4);
    out->size += 4;
    if (value == Py_None)
        return DONE;
    int found = put_value(out, cell, value);
    if (found == UNKNOWN)
        found = put_made(out, cell->other, Py_NewRef(value));
    if (found == DONE)
        put_big_endian(out->data + start, (uint64_t)(out->size - start - 4), 4);
    return found;
}

static PyObject *encode_one(Encoder *self, PyObject *values)
{
    if (!PyTuple_CheckExact(values) || PyTuple_GET_SIZE(values) != self->count) {
        PyErr_SetString(PyExc_TypeError, "a row is a tuple of a value for each cell");
        return NULL;
    }
    char room[ROW_BYTES];
    Buffer out = {room, HEAD_BYTES, sizeof room, room};
    int found = DONE;
    for (Py_ssize_t i = 0; i < self->count && found == DONE; i++) {
        found = put_cell(&out, &self->cells[i], PyTuple_GET_ITEM(values, i));
        if (found == UNKNOWN || out.size > MESSAGE_BYTES_MAX) {
            PyErr_SetString(PyExc_OverflowError, "a row is too large for a message");
            found = FAILED;
        }
    }
    if (found == DONE)
        put_head(&out, 0, 'D', self->cells_sent);
    return taken(&out, found);
}

static PyObject *encoder_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    PyObject *cells;
    Py_ssize_t cells_sent;
    if (!PyArg_ParseTuple(args, "O!n", &PyTuple_Type, &cells, &cells_sent))
        return NULL;
    Encoder *self = (Encoder *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->cells_sent = cells_sent;
    self->cells = PyMem_Calloc(PyTuple_GET_SIZE(cells) + 1, sizeof(Cell));
    if (self->cells == NULL) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    for (; self->count < PyTuple_GET_SIZE(cells); self->count++) {
        PyObject *other;
        Cell *cell = &self->cells[self->count];
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(cells, self->count), "CO", &cell->form, &other)) {
            Py_DECREF(self);
            return NULL;
        }
        cell->other = Py_NewRef(other);
    }
    return (PyObject *)self;
}

static void encoder_dealloc(Encoder *self)
{
    for (Py_ssize_t i = 0; self->cells != NULL && i < self->count; i++)
        Py_XDECREF(self->cells[i].other);
    PyMem_Free(self->cells);
    Py_TYPE(self)->tp_free(self);
}

static PyMethodDef methods[] = {
    {"one", (PyCFunction)encode_one, METH_O, "A tuple of values -> its message."},
    {NULL, NULL, 0, NULL},
};

PyTypeObject value_rows_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "gateway.codecs.native.ValueRowEncoder",
    .tp_basicsize = sizeof(Encoder),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "ValueRowEncoder(((form, other), ...), cells); see gateway.engine.keyed.value_rows",
    .tp_new = encoder_new,
    .tp_dealloc = (destructor)encoder_dealloc,
    .tp_methods = methods,
};
