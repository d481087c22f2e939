/* Stored rows -> lists of the values of some columns, one list a column: what statestore.rows.row_decoder gives, in one step.
 *
 * As in stored_rows.c, what is not known here is handed to Python: a value to its column's *other*, a whole row to *whole*,
 * which also raises the errors. With *tests*, only the rows that meet all of them are taken, and the first list has those rows;
 * of damaged ones, and of patterns that end in an escape or take long, ValueError says that they are not for here. LookupError
 * says that a *present* column is NULL in one of them.
 */
#include "row_tests.h"

typedef struct {
    Py_ssize_t ordinal;
    int code, present;
    PyObject *other;
} Column;

typedef struct {
    PyObject_HEAD
    Py_ssize_t count;
    Column *columns;
    Py_ssize_t tests_count;
    Test tests[TESTS_MAX];
    Widths widths;
    PyObject *whole;
} Decoder;

/* Is the row one of those that are wanted? FAILED with an exception. */
static int is_wanted(Decoder *self, const Given *given, PyObject *row, int64_t *steps)
{
    if (!PyBytes_Check(row)) {
        PyErr_SetString(PyExc_TypeError, "a stored row is bytes");
        return FAILED;
    }
    if (!self->tests_count)
        return 1;
    const unsigned char *data = (const unsigned char *)PyBytes_AS_STRING(row);
    Py_ssize_t size = PyBytes_GET_SIZE(row), width = width_of(&self->widths, data, size);
    int found = width < 0 ? UNKNOWN : DONE, met = 1;
    for (Py_ssize_t i = 0; found == DONE && met && i < self->tests_count; i++)
        met = is_met(&self->tests[i], &given[i], data + 1, size - 1, width, steps, &found);
    if (found == DONE)
        return met;
    PyErr_SetString(PyExc_ValueError, *steps < 0 ? "a pattern takes long" : "a stored row is damaged");
    return FAILED;
}

/* A new reference; NULL where Python has to say what it is, perhaps with an exception. */
static PyObject *value_of(const Column *column, const unsigned char *row, Py_ssize_t size, Py_ssize_t width)
{
    if (is_null(row, width, column->ordinal))
        return Py_NewRef(Py_None);
    const unsigned char *word = word_of(row, width, column->ordinal), *at;
    Py_ssize_t length;
    PyObject *value;
    switch (column->code) {
    case 'f': case 'd': return PyFloat_FromDouble(stored_float(word, column->code));
    case '?': return PyBool_FromLong((long)stored_integer(word, '?'));
    case 's': case 'y': case 'o':
        if ((at = stored_bytes(row, size, word, &length)) == NULL)
            return NULL;
        if (column->code == 's')
            return PyUnicode_DecodeUTF8((const char *)at, length, NULL);
        value = PyBytes_FromStringAndSize((const char *)at, length);
        break;
    default: value = PyLong_FromLongLong(stored_integer(word, column->code));
    }
    if (value == NULL || column->other == Py_None)
        return value;
    PyObject *made = PyObject_CallOneArg(column->other, value);
    Py_DECREF(value);
    return made;
}

static int absent(void)
{
    PyErr_SetString(PyExc_LookupError, "a value is NULL");
    return FAILED;
}

static int put_values(Decoder *self, PyObject *lists, Py_ssize_t first, Py_ssize_t at, PyObject *row)
{
    const unsigned char *data = (const unsigned char *)PyBytes_AS_STRING(row);
    Py_ssize_t size = PyBytes_GET_SIZE(row), width = width_of(&self->widths, data, size);
    if (width < 0)
        return UNKNOWN;
    for (Py_ssize_t i = 0; i < self->count; i++) {
        if (self->columns[i].present && is_null(data + 1, width, self->columns[i].ordinal))
            return absent();
        PyObject *value = value_of(&self->columns[i], data + 1, size - 1, width);
        if (value == NULL)
            return UNKNOWN;
        PyList_SetItem(PyTuple_GET_ITEM(lists, first + i), at, value);
    }
    return DONE;
}

/* The row's values by *whole*. */
static int put_whole(Decoder *self, PyObject *lists, Py_ssize_t first, Py_ssize_t at, PyObject *row)
{
    if (PyErr_Occurred()) {
        if (!PyErr_ExceptionMatches(PyExc_Exception) || PyErr_ExceptionMatches(PyExc_MemoryError))
            return FAILED;
        PyErr_Clear();
    }
    PyObject *values = PyObject_CallOneArg(self->whole, row);
    if (values == NULL)
        return FAILED;
    if (!PyTuple_Check(values) || PyTuple_GET_SIZE(values) != self->count) {
        Py_DECREF(values);
        PyErr_SetString(PyExc_TypeError, "a row's values are a tuple of one for each column");
        return FAILED;
    }
    int found = DONE;
    for (Py_ssize_t i = 0; found == DONE && i < self->count; i++) {
        PyObject *value = PyTuple_GET_ITEM(values, i);
        if (self->columns[i].present && value == Py_None)
            found = absent();
        else
            PyList_SetItem(PyTuple_GET_ITEM(lists, first + i), at, Py_NewRef(value));
    }
    Py_DECREF(values);
    return found;
}

static PyObject *decode(Decoder *self, PyObject *rows, const Given *given)
{
    Py_ssize_t count = PyTuple_GET_SIZE(rows), kept = 0, first = self->tests_count != 0;
    int64_t steps = LIKE_STEPS_MAX;
    PyObject *lists = PyTuple_New(self->count + first);
    for (Py_ssize_t i = 0; lists != NULL && i < self->count + first; i++) {
        PyObject *list = PyList_New(count);
        if (list == NULL)
            Py_CLEAR(lists);
        else
            PyTuple_SET_ITEM(lists, i, list);
    }
    for (Py_ssize_t i = 0; lists != NULL && i < count; i++) {
        PyObject *row = PyTuple_GET_ITEM(rows, i);
        int wanted = is_wanted(self, given, row, &steps), found = wanted;
        if (wanted == 1) {
            if (first)
                PyList_SetItem(PyTuple_GET_ITEM(lists, 0), kept, Py_NewRef(row));
            found = put_values(self, lists, first, kept, row);
            if (found == UNKNOWN)
                found = put_whole(self, lists, first, kept, row);
            kept++;
        }
        if (found == FAILED)
            Py_CLEAR(lists);
    }
    for (Py_ssize_t i = 0; lists != NULL && i < self->count + first; i++)
        Py_SET_SIZE(PyTuple_GET_ITEM(lists, i), kept);
    return lists;
}

static PyObject *decode_columns(Decoder *self, PyObject *const *args, Py_ssize_t count)
{
    Given given[TESTS_MAX];
    if (count < 1 || count > 2 || (count == 2 && !PyTuple_Check(args[1])) ||
        self->tests_count != (count == 2 ? PyTuple_GET_SIZE(args[1]) : 0)) {
        PyErr_SetString(PyExc_TypeError, "columns() takes stored rows, and a tuple of a value for each test");
        return NULL;
    }
    for (Py_ssize_t i = 0; i < self->tests_count; i++)
        if (read_given(&self->tests[i], PyTuple_GET_ITEM(args[1], i), &given[i]) < 0)
            return NULL;
    PyObject *rows = PySequence_Tuple(args[0]);
    PyObject *found = rows == NULL ? NULL : decode(self, rows, given);
    Py_XDECREF(rows);
    return found;
}

static int read_tests(Decoder *self, PyObject *tests)
{
    if (PyTuple_GET_SIZE(tests) > TESTS_MAX) {
        PyErr_SetString(PyExc_ValueError, "too many tests");
        return FAILED;
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tests); i++, self->tests_count++) {
        Test *test = &self->tests[i];
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(tests, i), "nCC", &test->ordinal, &test->code, &test->operator))
            return FAILED;
        if (test->ordinal < 0 || (has_pattern(test) && test->code != 's')) {
            PyErr_SetString(PyExc_ValueError, "an ordinal is out of range, or what is not a text has a pattern");
            return FAILED;
        }
    }
    return DONE;
}

static int read_columns(Decoder *self, PyObject *columns)
{
    self->columns = PyMem_Calloc(PyTuple_GET_SIZE(columns) + 1, sizeof(Column));
    if (self->columns == NULL) {
        PyErr_NoMemory();
        return FAILED;
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(columns); i++, self->count++) {
        Column *column = &self->columns[i];
        PyObject *other;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(columns, i), "nCOp", &column->ordinal, &column->code, &other, &column->present))
            return FAILED;
        if (column->ordinal < 0) {
            PyErr_SetString(PyExc_ValueError, "an ordinal is out of range");
            return FAILED;
        }
        column->other = Py_NewRef(other);
    }
    return DONE;
}

static PyObject *decoder_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    PyObject *widths, *columns, *tests, *whole;
    if (!PyArg_ParseTuple(args, "O!O!O!O", &PyTuple_Type, &widths, &PyTuple_Type, &columns, &PyTuple_Type, &tests, &whole))
        return NULL;
    Decoder *self = (Decoder *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->whole = Py_NewRef(whole);
    if (read_columns(self, columns) < 0 || read_tests(self, tests) < 0 || read_widths(&self->widths, widths) < 0)
        Py_CLEAR(self);
    return (PyObject *)self;
}

static void decoder_dealloc(Decoder *self)
{
    for (Py_ssize_t i = 0; i < self->count; i++)
        Py_DECREF(self->columns[i].other);
    PyMem_Free(self->columns);
    PyMem_Free(self->widths.columns);
    Py_XDECREF(self->whole);
    Py_TYPE(self)->tp_free(self);
}

/* The lists of a key, made where it has none yet; borrowed. */
static PyObject *lists_of(PyObject *groups, PyObject *key, Py_ssize_t count)
{
    PyObject *lists = PyDict_GetItemWithError(groups, key);
    if (lists != NULL || PyErr_Occurred())
        return lists;
    if ((lists = PyTuple_New(count)) == NULL)
        return NULL;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *list = PyList_New(0);
        if (list == NULL) {
            Py_DECREF(lists);
            return NULL;
        }
        PyTuple_SET_ITEM(lists, i, list);
    }
    int found = PyDict_SetItem(groups, key, lists);
    Py_DECREF(lists);
    return found < 0 ? NULL : lists;
}

/* Of row *at*; a new reference. */
static PyObject *key_of(PyObject *keys, Py_ssize_t at)
{
    Py_ssize_t count = PyTuple_GET_SIZE(keys);
    if (count == 1)
        return Py_NewRef(PyList_GET_ITEM(PyTuple_GET_ITEM(keys, 0), at));
    PyObject *key = PyTuple_New(count);
    for (Py_ssize_t i = 0; key != NULL && i < count; i++)
        PyTuple_SET_ITEM(key, i, Py_NewRef(PyList_GET_ITEM(PyTuple_GET_ITEM(keys, i), at)));
    return key;
}

static int are_columns(PyObject *columns, Py_ssize_t rows)
{
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(columns); i++) {
        PyObject *column = PyTuple_GET_ITEM(columns, i);
        if (!PyList_Check(column) || PyList_GET_SIZE(column) != rows) {
            PyErr_SetString(PyExc_TypeError, "columns are lists of one length");
            return 0;
        }
    }
    return 1;
}

/* Columns of keys, other columns -> by each key, the lists of what the others have in its rows. */
PyObject *grouped_columns(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *keys, *columns;
    if (!PyArg_ParseTuple(args, "O!O!", &PyTuple_Type, &keys, &PyTuple_Type, &columns))
        return NULL;
    PyObject *first = PyTuple_GET_SIZE(keys) ? PyTuple_GET_ITEM(keys, 0) : NULL;
    Py_ssize_t rows = first != NULL && PyList_Check(first) ? PyList_GET_SIZE(first) : -1, count = PyTuple_GET_SIZE(columns);
    if (!are_columns(keys, rows) || !are_columns(columns, rows))
        return NULL;
    PyObject *groups = PyDict_New();
    for (Py_ssize_t at = 0; groups != NULL && at < rows; at++) {
        PyObject *key = key_of(keys, at), *lists = key == NULL ? NULL : lists_of(groups, key, count);
        Py_XDECREF(key);
        int found = lists == NULL ? FAILED : DONE;
        for (Py_ssize_t i = 0; found == DONE && i < count; i++)
            found = PyList_Append(PyTuple_GET_ITEM(lists, i), PyList_GET_ITEM(PyTuple_GET_ITEM(columns, i), at));
        if (found < 0)
            Py_CLEAR(groups);
    }
    return groups;
}

static PyMethodDef methods[] = {
    {"columns", (PyCFunction)(void (*)(void))decode_columns, METH_FASTCALL, "Stored rows -> a list of values for each column."},
    {NULL, NULL, 0, NULL},
};

PyTypeObject stored_columns_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "gateway.codecs.native.StoredColumnDecoder",
    .tp_basicsize = sizeof(Decoder),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "StoredColumnDecoder(widths, ((ordinal, code, other, present), ...), ((ordinal, code, operator), ...), whole); see gateway.engine.keyed.stored_columns",
    .tp_new = decoder_new,
    .tp_dealloc = (destructor)decoder_dealloc,
    .tp_methods = methods,
};
