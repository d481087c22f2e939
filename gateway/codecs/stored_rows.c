/* Stored rows -> DataRow messages (or CopyData, whose binary rows are the same behind another letter): gateway.engine.row_codegen.row_encoder after statestore.rows.row_decoder, in one step.
 *
 * It gives the bytes that those two give, for what is common. Whatever value, type, style or damage it does not know it hands to
 * Python: a value to its cell's *other*, a whole row to the encoder's *whole*, which also raise the errors. A stored row is
 * described in statestore/rows/layout.py. Reads are bounds-checked; nothing here assumes that a row is sound.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "stored rows are little-endian; Python reads them here"
#endif

#define DAY_US INT64_C(86400000000)
#define POSTGRES_EPOCH_DAYS 10957
/* 0001-01-01 and 9999-12-31, in days from 1970. */
#define DAYS_MIN (-719162)
#define DAYS_MAX 2932896
/* Nearer to the ends are Postgres's infinities. */
#define MICROS_FAR (INT64_C(1) << 62)
#define DAYS_FAR (1 << 30)
/* Fixed notation, in Python and in Postgres alike. */
#define FLOAT_MIN_FIXED 1e-4
#define FLOAT_MAX_FIXED 1e15
/* A message says its length in 31 bits. */
#define MESSAGE_BYTES_MAX ((Py_ssize_t)INT32_MAX - 64)
#define NUMBER_BYTES_MAX 48
/* What a row is expected to take. */
#define ROW_BYTES 256

typedef struct {
    char *data;
    Py_ssize_t size, room;
} Buffer;

typedef struct {
    Py_ssize_t ordinal;
    int code, form, scale;
    PyObject *other;
} Cell;

typedef struct {
    PyObject_HEAD
    Py_ssize_t count, schemas;
    Cell *cells;
    Py_ssize_t *widths;
    PyObject *whole;
    int kind;
} Encoder;

enum { FAILED = -1, DONE = 0, UNKNOWN = 1 };

static int reserve(Buffer *buffer, Py_ssize_t more)
{
    if (buffer->room - buffer->size >= more)
        return DONE;
    Py_ssize_t room = buffer->room * 2 + more;
    char *data = PyMem_Realloc(buffer->data, room);
    if (data == NULL) {
        PyErr_NoMemory();
        return FAILED;
    }
    buffer->data = data;
    buffer->room = room;
    return DONE;
}

static void put_big_endian(char *at, uint64_t value, int bytes)
{
    for (int i = bytes - 1; i >= 0; i--, value >>= 8)
        at[i] = (char)(value & 0xff);
}

static char *put_digits(char *at, uint64_t value, int least)
{
    char digits[20];
    int count = 0;
    while (value || count < least) {
        digits[count++] = (char)('0' + value % 10);
        value /= 10;
    }
    while (count)
        *at++ = digits[--count];
    return at;
}

static char *put_integer(char *at, int64_t value)
{
    if (value < 0)
        *at++ = '-';
    return put_digits(at, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 1);
}

static char *put_scaled(char *at, int64_t value, int scale)
{
    char digits[40];
    Py_ssize_t count = put_digits(digits, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, scale + 1) - digits;
    if (value < 0)
        *at++ = '-';
    memcpy(at, digits, count - scale);
    at += count - scale;
    if (scale) {
        *at++ = '.';
        memcpy(at, digits + count - scale, scale);
        at += scale;
    }
    return at;
}

/* A decimal of at most 15 digits that gives the double is the shortest one, once its zeros are gone. NULL: none was found. */
static char *put_short_float(char *at, double value)
{
    static const double powers[] = {1.0, 1e2, 1e4};
    static const int scales[] = {0, 2, 4};
    for (int i = 0; i < 3; i++) {
        double scaled = rint(value * powers[i]);
        if (fabs(scaled) >= FLOAT_MAX_FIXED)
            return NULL;
        if (scaled / powers[i] != value)
            continue;
        if (signbit(value) && scaled == 0)
            *at++ = '-';
        at = put_scaled(at, (int64_t)scaled, scales[i]);
        if (scales[i]) {
            while (at[-1] == '0')
                at--;
            if (at[-1] == '.')
                at--;
        }
        return at;
    }
    return NULL;
}

/* Days from 1970 in the proleptic Gregorian calendar, whose eras of 400 years have 146,097 days. The year begins in March here. */
static char *put_date(char *at, int64_t days)
{
    int64_t since = days + 719468, era = (since >= 0 ? since : since - 146096) / 146097;
    int64_t of_era = since - era * 146097;
    int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
    int64_t day = of_year - (153 * month + 2) / 5 + 1;
    month = month < 10 ? month + 3 : month - 9;
    at = put_digits(at, year + era * 400 + (month <= 2), 4);
    *at++ = '-';
    at = put_digits(at, month, 2);
    *at++ = '-';
    return put_digits(at, day, 2);
}

static char *put_moment(char *at, int64_t micros)
{
    int64_t days = micros / DAY_US, rest = micros % DAY_US;
    if (rest < 0) {
        rest += DAY_US;
        days--;
    }
    at = put_date(at, days);
    *at++ = ' ';
    int64_t seconds = rest / 1000000, fraction = rest % 1000000;
    at = put_digits(at, seconds / 3600, 2);
    *at++ = ':';
    at = put_digits(at, seconds / 60 % 60, 2);
    *at++ = ':';
    at = put_digits(at, seconds % 60, 2);
    if (fraction) {
        *at++ = '.';
        at = put_digits(at, fraction, 6);
        while (at[-1] == '0')
            at--;
    }
    return at;
}

static int64_t stored_integer(const unsigned char *word, int code)
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

static double stored_float(const unsigned char *word, int code)
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

/* The cell that Python makes of the value; a new reference goes in. */
static int put_other(Buffer *out, const Cell *cell, PyObject *value)
{
    if (value == NULL)
        return FAILED;
    PyObject *made = PyObject_CallOneArg(cell->other, value);
    Py_DECREF(value);
    if (made == NULL)
        return FAILED;
    if (!PyBytes_Check(made)) {
        Py_DECREF(made);
        PyErr_SetString(PyExc_TypeError, "a cell is no bytes");
        return FAILED;
    }
    Py_ssize_t size = PyBytes_GET_SIZE(made);
    int found = size > MESSAGE_BYTES_MAX ? UNKNOWN : reserve(out, size);
    if (found == DONE) {
        memcpy(out->data + out->size, PyBytes_AS_STRING(made), size);
        out->size += size;
    }
    Py_DECREF(made);
    return found;
}

static int put_bytes(Buffer *out, const Cell *cell, const unsigned char *at, Py_ssize_t size)
{
    static const char hex[] = "0123456789abcdef";
    if (cell->form == 'o')
        return put_other(out, cell, PyBytes_FromStringAndSize((const char *)at, size));
    if (reserve(out, cell->form == 'x' ? 2 * size + 2 : size) < 0)
        return FAILED;
    char *to = out->data + out->size;
    if (cell->form == 'r') {
        memcpy(to, at, size);
        out->size += size;
        return DONE;
    }
    *to++ = '\\';
    *to++ = 'x';
    for (Py_ssize_t i = 0; i < size; i++) {
        *to++ = hex[at[i] >> 4];
        *to++ = hex[at[i] & 15];
    }
    out->size += 2 * size + 2;
    return DONE;
}

static int put_float(Buffer *out, const Cell *cell, double value)
{
    char *to = out->data + out->size, *end = NULL;
    if (cell->form == 'F' || cell->form == 'G') {
        uint64_t bits = 0;
        float single = (float)value;
        if (cell->form == 'F')
            memcpy(&bits, &value, 8);
        else
            memcpy(&bits, &single, 4);
        put_big_endian(to, bits, cell->form == 'F' ? 8 : 4);
        out->size += cell->form == 'F' ? 8 : 4;
        return DONE;
    }
    if (cell->form == 'f' && (value == 0 || (fabs(value) >= FLOAT_MIN_FIXED && fabs(value) < FLOAT_MAX_FIXED))) {
        end = put_short_float(to, value);
        if (end == NULL) {
            char *text = PyOS_double_to_string(value, 'r', 0, 0, NULL);
            if (text == NULL)
                return FAILED;
            size_t size = strlen(text);
            memcpy(to, text, size);
            PyMem_Free(text);
            end = to + size;
        }
        out->size = end - out->data;
        return DONE;
    }
    return put_other(out, cell, PyFloat_FromDouble(value));
}

static int put_fixed(Buffer *out, const Cell *cell, const unsigned char *word)
{
    if (reserve(out, NUMBER_BYTES_MAX) < 0)
        return FAILED;
    if (cell->code == 'f' || cell->code == 'd')
        return put_float(out, cell, stored_float(word, cell->code));
    int64_t value = stored_integer(word, cell->code);
    char *to = out->data + out->size, *end = NULL;
    switch (cell->form) {
    case 'd': end = put_integer(to, value); break;
    case 'n': end = put_scaled(to, value, cell->scale); break;
    case 't': *to = value ? 't' : 'f'; end = to + 1; break;
    case '1': case '2': case '4': case '8':
        put_big_endian(to, (uint64_t)value, cell->form - '0');
        end = to + (cell->form - '0');
        break;
    case 'D':
        if (value >= DAYS_MIN && value <= DAYS_MAX)
            end = put_date(to, value);
        break;
    case 'T': case 'Z':
        if (value >= DAYS_MIN * DAY_US && value < (DAYS_MAX + 1) * DAY_US) {
            end = put_moment(to, value);
            if (cell->form == 'Z') {
                memcpy(end, "+00", 3);
                end += 3;
            }
        }
        break;
    case 'E':
        if (value > -DAYS_FAR && value < DAYS_FAR) {
            put_big_endian(to, (uint64_t)(value - POSTGRES_EPOCH_DAYS), 4);
            end = to + 4;
        }
        break;
    case 'U':
        if (value > -MICROS_FAR && value < MICROS_FAR) {
            put_big_endian(to, (uint64_t)(value - POSTGRES_EPOCH_DAYS * DAY_US), 8);
            end = to + 8;
        }
        break;
    }
    if (end != NULL) {
        out->size = end - out->data;
        return DONE;
    }
    return put_other(out, cell, cell->code == '?' ? PyBool_FromLong((long)value) : PyLong_FromLongLong(value));
}

static int put_cell(Buffer *out, const Cell *cell, const unsigned char *row, Py_ssize_t size, Py_ssize_t width)
{
    Py_ssize_t start = out->size, at = cell->ordinal;
    if (reserve(out, 4) < 0)
        return FAILED;
    if (at >= width || row[at >> 3] >> (at & 7) & 1) {
        memset(out->data + start, 0xff, 4);
        out->size += 4;
        return DONE;
    }
    out->size += 4;
    const unsigned char *word = row + 8 * ((width + 63) / 64 + at);
    int found;
    if (cell->code == 's') {
        uint32_t place[2];
        memcpy(place, word, sizeof place);
        if ((uint64_t)place[0] + place[1] > (uint64_t)size)
            return UNKNOWN;
        found = put_bytes(out, cell, row + place[1], place[0]);
    } else
        found = put_fixed(out, cell, word);
    if (found == DONE)
        put_big_endian(out->data + start, (uint64_t)(out->size - start - 4), 4);
    return found;
}

static int put_row(Encoder *self, Buffer *out, const unsigned char *row, Py_ssize_t size)
{
    if (size < 1 || row[0] >= self->schemas)
        return UNKNOWN;
    Py_ssize_t width = self->widths[row[0]], start = out->size;
    row++, size--;
    if (size < 8 * ((width + 63) / 64 + width))
        return UNKNOWN;
    if (self->kind) {
        if (reserve(out, 7) < 0)
            return FAILED;
        out->size += 7;
    }
    for (Py_ssize_t i = 0; i < self->count; i++) {
        int found = put_cell(out, &self->cells[i], row, size, width);
        if (found != DONE)
            return found;
        if (out->size - start > MESSAGE_BYTES_MAX)
            return UNKNOWN;
    }
    if (self->kind) {
        char *head = out->data + start;
        head[0] = (char)self->kind;
        put_big_endian(head + 1, (uint64_t)(out->size - start - 1), 4);
        put_big_endian(head + 5, (uint64_t)self->count, 2);
    }
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
    Cell all = {.other = self->whole};
    Py_INCREF(row);
    found = put_other(out, &all, row);
    if (found == UNKNOWN) {
        PyErr_SetString(PyExc_OverflowError, "a row is too large for a message");
        return FAILED;
    }
    return found;
}

static PyObject *encode_one(Encoder *self, PyObject *row)
{
    Buffer out = {PyMem_Malloc(ROW_BYTES), 0, ROW_BYTES};
    if (out.data == NULL)
        return PyErr_NoMemory();
    PyObject *made = put_any_row(self, &out, row) < 0 ? NULL : PyBytes_FromStringAndSize(out.data, out.size);
    PyMem_Free(out.data);
    return made;
}

static PyObject *encode_all(Encoder *self, PyObject *rows)
{
    PyObject *items = PySequence_Fast(rows, "stored rows are a sequence"), *made = NULL;
    if (items == NULL)
        return NULL;
    Py_ssize_t count = PySequence_Fast_GET_SIZE(items);
    Buffer out = {PyMem_Malloc(ROW_BYTES * (count + 1)), 0, ROW_BYTES * (count + 1)};
    int found = out.data == NULL ? FAILED : DONE;
    if (out.data == NULL)
        PyErr_NoMemory();
    for (Py_ssize_t i = 0; i < count && found == DONE; i++)
        found = put_any_row(self, &out, PySequence_Fast_GET_ITEM(items, i));
    if (found == DONE)
        made = PyBytes_FromStringAndSize(out.data, out.size);
    PyMem_Free(out.data);
    Py_DECREF(items);
    return made;
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

static int read_widths(Encoder *self, PyObject *widths)
{
    self->schemas = PyTuple_GET_SIZE(widths);
    for (Py_ssize_t i = 0; i < self->schemas; i++) {
        self->widths[i] = PyLong_AsSsize_t(PyTuple_GET_ITEM(widths, i));
        if (self->widths[i] < 0 || self->widths[i] > 65536) {
            if (!PyErr_Occurred())
                PyErr_SetString(PyExc_ValueError, "a row's width is out of range");
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
    self->widths = PyMem_Calloc(PyTuple_GET_SIZE(widths) + 1, sizeof(Py_ssize_t));
    if (self->cells == NULL || self->widths == NULL) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    if (read_cells(self, cells) < 0 || read_widths(self, widths) < 0) {
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
    PyMem_Free(self->widths);
    Py_XDECREF(self->whole);
    Py_TYPE(self)->tp_free(self);
}

static PyMethodDef methods[] = {
    {"one", (PyCFunction)encode_one, METH_O, "A stored row -> its message."},
    {"all", (PyCFunction)encode_all, METH_O, "Stored rows -> their messages, one behind the other."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject encoder_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "gateway.codecs.stored_rows.Encoder",
    .tp_basicsize = sizeof(Encoder),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Encoder(widths, ((ordinal, code, form, scale, other), ...), whole, kind); see gateway.engine.stored_rows",
    .tp_new = encoder_new,
    .tp_dealloc = (destructor)encoder_dealloc,
    .tp_methods = methods,
};

static PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "stored_rows",
    .m_doc = "Stored rows to DataRow messages, in C.",
    .m_size = -1,
};

PyMODINIT_FUNC PyInit_stored_rows(void)
{
    PyObject *made = PyModule_Create(&module);
    if (made != NULL && PyModule_AddType(made, &encoder_type) < 0)
        Py_CLEAR(made);
    return made;
}
