/* Stored rows -> DataRow messages (or CopyData, whose binary rows are the same behind another letter): what
 * gateway.engine.keyed.row_codegen.row_encoder makes after statestore.rows.row_decoder, in one step.
 *
 * It gives the bytes that those two give, for what is common. Whatever value, type, style or damage it does not know it hands to
 * Python: a value to its cell's *other*, a whole row to the encoder's *whole*, which also raise the errors. A stored row is
 * described in statestore/rows/layout.py. Reads are bounds-checked; nothing here assumes that a row is sound.
 */
#include "made.h"
#include "stored.h"

typedef struct {
    Py_ssize_t ordinal;
    int code, form, scale;
    PyObject *other;
} Cell;

typedef struct {
    PyObject_HEAD
    Py_ssize_t count;
    Cell *cells;
    Widths widths;
    PyObject *whole;
    int kind;
} Encoder;

static int put_bytes(Buffer *out, const Cell *cell, const unsigned char *at, Py_ssize_t size)
{
    if (cell->form == 'o')
        return put_made(out, cell->other, PyBytes_FromStringAndSize((const char *)at, size));
    if (cell->form != 'x')
        return put_raw(out, (const char *)at, size);
    if (reserve(out, 2 * size + 2) < 0)
        return FAILED;
    out->size = put_hex(out->data + out->size, at, size) - out->data;
    return DONE;
}

static int put_fixed(Buffer *out, const Cell *cell, const unsigned char *word)
{
    if (reserve(out, NUMBER_BYTES_MAX) < 0)
        return FAILED;
    int is_float = cell->code == 'f' || cell->code == 'd';
    double number = is_float ? stored_float(word, cell->code) : 0;
    int64_t value = is_float ? 0 : stored_integer(word, cell->code);
    char *to = out->data + out->size;
    char *end = is_float ? put_float(to, cell->form, number) : put_number(to, cell->form, cell->scale, value);
    if (end != NULL) {
        out->size = end - out->data;
        return DONE;
    }
    if (is_float)
        return put_made(out, cell->other, PyFloat_FromDouble(number));
    return put_made(out, cell->other, cell->code == '?' ? PyBool_FromLong((long)value) : PyLong_FromLongLong(value));
}

static int put_cell(Buffer *out, const Cell *cell, const unsigned char *row, Py_ssize_t size, Py_ssize_t width)
{
    Py_ssize_t start = out->size, length;
    if (reserve(out, 4) < 0)
        return FAILED;
    if (is_null(row, width, cell->ordinal)) {
        memset(out->data + start, 0xff, 4);
        out->size += 4;
        return DONE;
    }
    out->size += 4;
    const unsigned char *word = word_of(row, width, cell->ordinal), *at;
    int found;
    if (cell->code == 's') {
        if ((at = stored_bytes(row, size, word, &length)) == NULL)
            return UNKNOWN;
        found = put_bytes(out, cell, at, length);
    } else
        found = put_fixed(out, cell, word);
    if (found == DONE)
        put_big_endian(out->data + start, (uint64_t)(out->size - start - 4), 4);
    return found;
}

static int put_row(Encoder *self, Buffer *out, const unsigned char *row, Py_ssize_t size)
{
    Py_ssize_t width = width_of(&self->widths, row, size), start = out->size;
    if (width < 0)
        return UNKNOWN;
    row++, size--;
    if (self->kind) {
        if (reserve(out, HEAD_BYTES) < 0)
            return FAILED;
        out->size += HEAD_BYTES;
    }
    for (Py_ssize_t i = 0; i < self->count; i++) {
        int found = put_cell(out, &self->cells[i], row, size, width);
        if (found != DONE)
            return found;
        if (out->size - start > MESSAGE_BYTES_MAX)
            return UNKNOWN;
    }
    if (self->kind)
        put_head(out, start, self->kind, self->count);
    return DONE;
}

/* One row more. What is not known here is encoded, or refused, by *whole*. */
static int put_any_row(Encoder *self, Buffer *out, PyObject *row)
{
    if (!PyBytes_Check(row)) {
        PyErr_SetString(PyExc_TypeError, "a stored row is bytes");
        return FAILED;
    }
    Py_ssize_t start = out->size;
    int found = put_row(self, out, (const unsigned char *)PyBytes_AS_STRING(row), PyBytes_GET_SIZE(row));
    if (found != UNKNOWN)
        return found;
    out->size = start;
    found = put_made(out, self->whole, Py_NewRef(row));
    if (found == UNKNOWN) {
        PyErr_SetString(PyExc_OverflowError, "a row is too large for a message");
        return FAILED;
    }
    return found;
}

static PyObject *encode_one(Encoder *self, PyObject *row)
{
    char room[ROW_BYTES];
    Buffer out = {room, 0, sizeof room, room};
    return taken(&out, put_any_row(self, &out, row));
}

static PyObject *encode_all(Encoder *self, PyObject *rows)
{
    PyObject *items = PySequence_Fast(rows, "stored rows are a sequence");
    if (items == NULL)
        return NULL;
    Py_ssize_t count = PySequence_Fast_GET_SIZE(items);
    Buffer out = {NULL, 0, 0, NULL};
    int found = reserve(&out, ROW_BYTES * (count + 1));
    for (Py_ssize_t i = 0; i < count && found == DONE; i++)
        found = put_any_row(self, &out, PySequence_Fast_GET_ITEM(items, i));
    Py_DECREF(items);
    return taken(&out, found);
}

static int read_cells(Encoder *self, PyObject *cells)
{
    self->count = PyTuple_GET_SIZE(cells);
    for (Py_ssize_t i = 0; i < self->count; i++) {
        Cell *cell = &self->cells[i];
        PyObject *other;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(cells, i), "nCCiO", &cell->ordinal, &cell->code, &cell->form, &cell->scale, &other))
            return FAILED;
        cell->other = Py_NewRef(other);
        if (cell->ordinal < 0 || cell->scale < 0 || cell->scale > 18) {
            PyErr_SetString(PyExc_ValueError, "an ordinal or a scale is out of range");
            return FAILED;
        }
    }
    return DONE;
}

static PyObject *encoder_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    PyObject *widths, *cells, *whole;
    int kind;
    if (!PyArg_ParseTuple(args, "O!O!Oi", &PyTuple_Type, &widths, &PyTuple_Type, &cells, &whole, &kind))
        return NULL;
    Encoder *self = (Encoder *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->whole = Py_NewRef(whole);
    self->kind = kind;
    self->cells = PyMem_Calloc(PyTuple_GET_SIZE(cells) + 1, sizeof(Cell));
    if (self->cells == NULL) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    if (read_cells(self, cells) < 0 || read_widths(&self->widths, widths) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void encoder_dealloc(Encoder *self)
{
    for (Py_ssize_t i = 0; self->cells != NULL && i < self->count; i++)
        Py_XDECREF(self->cells[i].other);
    PyMem_Free(self->cells);
    PyMem_Free(self->widths.columns);
    Py_XDECREF(self->whole);
    Py_TYPE(self)->tp_free(self);
}

static PyMethodDef methods[] = {
    {"one", (PyCFunction)encode_one, METH_O, "A stored row -> its message."},
    {"all", (PyCFunction)encode_all, METH_O, "Stored rows -> their messages, one behind the other."},
    {NULL, NULL, 0, NULL},
};

PyTypeObject stored_rows_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "gateway.codecs.native.StoredRowEncoder",
    .tp_basicsize = sizeof(Encoder),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "StoredRowEncoder(widths, ((ordinal, code, form, scale, other), ...), whole, kind); see gateway.engine.keyed.stored_rows",
    .tp_new = encoder_new,
    .tp_dealloc = (destructor)encoder_dealloc,
    .tp_methods = methods,
};
