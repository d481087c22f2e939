/* Record batches -> DataRow or CopyData messages: what gateway.codecs.arrow_rows and .copy_text make, in one step and without the
 * interpreter's lock.
 *
 * Batches come through Arrow's C data interface, as capsules that hold them. gateway.codecs.codec says how each column is read
 * (code) and written (form), or has made its cells. Where a value turns out to be Python's, the answer is the column's number.
 */
#include "cells.h"

/* What a number or moment takes at most, nearly always; and what is made room for at once, at most. */
#define CELL_BYTES 32
#define ROOM_BYTES_MAX (1 << 22)
#define HEAD_BYTES 5

/* Arrow's C data interface. */
struct ArrowArray {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

/* As gateway.codecs.codec packs it. */
typedef struct {
    unsigned char code, form, scale, is_forced;
} Layout;

typedef struct {
    const unsigned char *valid, *data;
    const int32_t *offsets;
    int64_t offset;
    Layout layout;
} Column;

/* COPY's text format; csv where there is a *quote*. *written* says what stands behind *escape* in a byte's place. */
typedef struct {
    unsigned char delimiter, escape, quote;
    const unsigned char *null, *written, *special;
    Py_ssize_t null_size;
    /* Could a number need an escape or quotes? */
    int is_odd;
} Lines;

static int is_set(const unsigned char *bits, int64_t at) { return bits[at >> 3] >> (at & 7) & 1; }

/* The digits of a decimal128, at least so many. */
static char *put_wide(char *at, unsigned __int128 value, int least)
{
    static const uint64_t chunk = UINT64_C(1000000000000000000);
    if (value < chunk && least <= 18)
        return put_digits(at, (uint64_t)value, least);
    at = put_wide(at, value / chunk, least - 18);
    return put_digits(at, (uint64_t)(value % chunk), 18);
}

/* numeric_send's: base-10000 digits without leading and trailing zero ones, behind their number, weight, sign and display scale. */
static char *put_numeric(char *at, unsigned __int128 value, int is_negative, int scale)
{
    char digits[64];
    memset(digits, '0', sizeof digits);
    int lead = 4, count = (int)(put_wide(digits + lead, value, scale) - digits - lead), whole = count - scale;
    int from = lead - (4 - whole % 4) % 4, to = lead + count, end = to + (4 - scale % 4) % 4;
    memset(digits + to, '0', end - to);
    int weight = (lead + whole - from) / 4 - 1;
    for (; from < end && !memcmp(digits + from, "0000", 4); from += 4)
        weight--;
    while (end > from && !memcmp(digits + end - 4, "0000", 4))
        end -= 4;
    put_big_endian(at, (uint64_t)(end - from) / 4, 2);
    put_big_endian(at + 2, from < end ? (uint64_t)weight : 0, 2);
    put_big_endian(at + 4, is_negative ? 0x4000 : 0, 2);
    put_big_endian(at + 6, (uint64_t)scale, 2);
    for (at += 8; from < end; from += 4, at += 2) {
        const char *d = digits + from;
        put_big_endian(at, (uint64_t)((d[0] - '0') * 1000 + (d[1] - '0') * 100 + (d[2] - '0') * 10 + d[3] - '0'), 2);
    }
    return at;
}

static char *put_decimal128(char *to, const Column *column, int64_t at)
{
    __int128 value;
    memcpy(&value, column->data + 16 * at, 16);
    unsigned __int128 size = value < 0 ? 0 - (unsigned __int128)value : (unsigned __int128)value;
    int scale = column->layout.scale;
    if (column->layout.form == 'N')
        return put_numeric(to, size, value < 0, scale);
    char digits[64];
    Py_ssize_t count = put_wide(digits, size, scale + 1) - digits;
    if (value < 0)
        *to++ = '-';
    return put_pointed(to, digits, count, scale);
}

/* Local microseconds and the offset of the zone in seconds; NULL where the moment is Python's. */
static char *put_zoned(char *to, const Column *column, int64_t at)
{
    int64_t pair[2];
    memcpy(pair, column->data + 16 * at, 16);
    char *end = put_number(to, 'T', 0, pair[0]);
    if (end == NULL)
        return NULL;
    unsigned offset = (unsigned)(pair[1] < 0 ? -pair[1] : pair[1]);
    *end++ = pair[1] < 0 ? '-' : '+';
    end = put_pair(end, offset / 3600);
    if (offset % 3600) {
        *end++ = ':';
        end = put_pair(end, offset / 60 % 60);
    }
    if (offset % 60) {
        *end++ = ':';
        end = put_pair(end, offset % 60);
    }
    return end;
}

static char *put_fixed(char *to, const Column *column, int64_t at)
{
    const unsigned char *data = column->data;
    int form = column->layout.form, scale = column->layout.scale;
    switch (column->layout.code) {
    case '?': return put_number(to, form, scale, is_set(data, at));
    case 'b': return put_number(to, form, scale, ((const int8_t *)data)[at]);
    case 'h': return put_number(to, form, scale, ((const int16_t *)data)[at]);
    case 'i': return put_number(to, form, scale, ((const int32_t *)data)[at]);
    case 'l': return put_number(to, form, scale, ((const int64_t *)data)[at]);
    case 'f': return put_float(to, form, ((const float *)data)[at]);
    case 'd': return put_float(to, form, ((const double *)data)[at]);
    case 'z': return put_zoned(to, column, at);
    default: return put_decimal128(to, column, at);
    }
}

static int put_cell(Buffer *out, const Column *column, int64_t at)
{
    char *end;
    if (column->offsets != NULL) {
        const unsigned char *bytes = column->data + column->offsets[at];
        Py_ssize_t size = column->offsets[at + 1] - column->offsets[at];
        if (reserve(out, 2 * size + 2) < 0)
            return FAILED;
        end = out->data + out->size;
        if (column->layout.form == 'x')
            end = put_hex(end, bytes, size);
        else {
            memcpy(end, bytes, size);
            end += size;
        }
    } else {
        if (reserve(out, NUMBER_BYTES_MAX) < 0)
            return FAILED;
        end = put_fixed(out->data + out->size, column, at);
        if (end == NULL)
            return UNKNOWN;
    }
    out->size = end - out->data;
    return DONE;
}

static int is_null(const Column *column, int64_t at) { return column->valid != NULL && !is_set(column->valid, at); }

static int put_row(Buffer *out, const Column *columns, Py_ssize_t count, int64_t row, int kind, Py_ssize_t *unknown)
{
    Py_ssize_t start = out->size;
    if (reserve(out, HEAD_BYTES + 2 + 4 * count) < 0)
        return FAILED;
    out->size += HEAD_BYTES + 2;
    for (Py_ssize_t i = 0; i < count; i++) {
        int64_t at = row + columns[i].offset;
        Py_ssize_t cell = out->size;
        if (reserve(out, 4) < 0)
            return FAILED;
        out->size += 4;
        if (is_null(&columns[i], at)) {
            memset(out->data + cell, 0xff, 4);
            continue;
        }
        int found = put_cell(out, &columns[i], at);
        if (found != DONE) {
            *unknown = i;
            return found;
        }
        put_big_endian(out->data + cell, (uint64_t)(out->size - cell - 4), 4);
    }
    out->data[start] = (char)kind;
    put_big_endian(out->data + start + 1, (uint64_t)(out->size - start - 1), 4);
    put_big_endian(out->data + start + 5, (uint64_t)count, 2);
    return DONE;
}

/* Escapes, and in csv quotes, for the cell that begins at *start*. */
static int put_escapes(Buffer *out, const Lines *lines, Py_ssize_t start, int is_quoted)
{
    Py_ssize_t size = out->size - start, more = 0;
    const unsigned char *cell = (const unsigned char *)out->data + start;
    if (lines->quote && !is_quoted) {
        is_quoted = size == lines->null_size && !memcmp(cell, lines->null, size);
        for (Py_ssize_t i = 0; i < size && !is_quoted; i++)
            is_quoted = lines->special[cell[i]] != 0;
        if (!is_quoted)
            return DONE;
    }
    for (Py_ssize_t i = 0; i < size; i++)
        more += lines->written[cell[i]] != 0;
    if (!more && !is_quoted)
        return DONE;
    if (reserve(out, more + 2) < 0)
        return FAILED;
    out->size += more + 2 * is_quoted;
    char *first = out->data + start, *from = first + size, *to = out->data + out->size;
    if (is_quoted)
        *--to = (char)lines->quote;
    while (from > first) {
        unsigned char byte = (unsigned char)*--from, written = lines->written[byte];
        *--to = (char)(written ? written : byte);
        if (written)
            *--to = (char)lines->escape;
    }
    if (is_quoted)
        *--to = (char)lines->quote;
    return DONE;
}

static int put_line(Buffer *out, const Column *columns, Py_ssize_t count, int64_t row, const Lines *lines, Py_ssize_t *unknown)
{
    Py_ssize_t start = out->size;
    if (reserve(out, HEAD_BYTES) < 0)
        return FAILED;
    out->size += HEAD_BYTES;
    for (Py_ssize_t i = 0; i < count; i++) {
        const Layout *layout = &columns[i].layout;
        int64_t at = row + columns[i].offset;
        if (reserve(out, lines->null_size + 1) < 0)
            return FAILED;
        if (i)
            out->data[out->size++] = (char)lines->delimiter;
        Py_ssize_t cell = out->size;
        if (is_null(&columns[i], at)) {
            memcpy(out->data + cell, lines->null, lines->null_size);
            out->size += lines->null_size;
            continue;
        }
        int found = put_cell(out, &columns[i], at);
        if (found == DONE && (columns[i].offsets != NULL || lines->is_odd || layout->is_forced)) {
            /* A line of \. would end the data for a client that reads as psql does. */
            int is_end = count == 1 && out->size - cell == 2 && !memcmp(out->data + cell, "\\.", 2);
            found = put_escapes(out, lines, cell, layout->is_forced || (lines->quote && is_end));
        }
        if (found != DONE) {
            *unknown = i;
            return found;
        }
    }
    if (reserve(out, 1) < 0)
        return FAILED;
    out->data[out->size++] = '\n';
    out->data[start] = 'd';
    put_big_endian(out->data + start + 1, (uint64_t)(out->size - start - 1), 4);
    return DONE;
}

/* The batch's columns; NULL with an exception, or where one has no buffer, whose number is *unknown* then. */
static Column *read_columns(const struct ArrowArray *batch, const Layout *layouts, Py_ssize_t count, Py_ssize_t *unknown)
{
    Column *columns = PyMem_Calloc(count + 1, sizeof(Column));
    if (columns == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        const struct ArrowArray *array = batch->children[i];
        int is_text = layouts[i].code == 's';
        if (array->n_buffers != (is_text ? 3 : 2) || array->length < batch->offset + batch->length) {
            PyErr_SetString(PyExc_ValueError, "a column is not what it was said to be");
            PyMem_Free(columns);
            return NULL;
        }
        columns[i] = (Column){
            .valid = array->buffers[0],
            .data = array->buffers[is_text ? 2 : 1],
            .offsets = is_text ? array->buffers[1] : NULL,
            .offset = array->offset + batch->offset,
            .layout = layouts[i],
        };
        if (array->buffers[1] == NULL && batch->length) {
            *unknown = i;
            PyMem_Free(columns);
            return NULL;
        }
    }
    return columns;
}

/* What the messages are expected to take. */
static Py_ssize_t room_for(const Column *columns, Py_ssize_t count, int64_t rows)
{
    Py_ssize_t room = rows * (HEAD_BYTES + 2) + 1;
    for (Py_ssize_t i = 0; i < count; i++) {
        const Column *column = &columns[i];
        if (column->offsets == NULL || !rows)
            room += rows * (4 + CELL_BYTES);
        else
            room += rows * 4 + 2 * (Py_ssize_t)(column->offsets[column->offset + rows] - column->offsets[column->offset]);
    }
    return room < ROOM_BYTES_MAX ? room : ROOM_BYTES_MAX;
}

/* *lines* NULL: rows of a *kind*. */
static PyObject *encoded(PyObject *capsule, const Layout *layouts, Py_ssize_t layout_bytes, int kind, const Lines *lines)
{
    const struct ArrowArray *batch = PyCapsule_GetPointer(capsule, "arrow_array");
    if (batch == NULL)
        return NULL;
    Py_ssize_t count = layout_bytes / (Py_ssize_t)sizeof(Layout), unknown = -1;
    if (batch->release == NULL || count > batch->n_children)
        return PyErr_Format(PyExc_ValueError, "%zd columns in a batch of %lld", count, (long long)batch->n_children);
    Column *columns = read_columns(batch, layouts, count, &unknown);
    if (columns == NULL)
        return unknown < 0 ? NULL : PyLong_FromSsize_t(unknown);
    Py_ssize_t room = room_for(columns, count, batch->length);
    PyObject *made = PyBytes_FromStringAndSize(NULL, room);
    if (made == NULL) {
        PyMem_Free(columns);
        return NULL;
    }
    Buffer out = {PyBytes_AS_STRING(made), 0, room, PyBytes_AS_STRING(made)};
    int found = DONE;
    Py_BEGIN_ALLOW_THREADS
    for (int64_t row = 0; row < batch->length && found == DONE; row++)
        found = lines == NULL ? put_row(&out, columns, count, row, kind, &unknown)
                              : put_line(&out, columns, count, row, lines, &unknown);
    Py_END_ALLOW_THREADS
    PyMem_Free(columns);
    if (found == DONE && out.data == out.lent) {
        _PyBytes_Resize(&made, out.size);
        return made;
    }
    Py_DECREF(made);
    made = found == DONE      ? PyBytes_FromStringAndSize(out.data, out.size)
           : found == UNKNOWN ? PyLong_FromSsize_t(unknown)
                              : PyErr_NoMemory();
    give_back(&out);
    return made;
}

PyObject *batch_rows(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *capsule;
    const char *layouts;
    Py_ssize_t size;
    int kind;
    if (!PyArg_ParseTuple(args, "Oy#i", &capsule, &layouts, &size, &kind))
        return NULL;
    return encoded(capsule, (const Layout *)layouts, size, kind, NULL);
}

PyObject *batch_lines(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *capsule;
    const char *layouts;
    Py_ssize_t size, written_size, special_size;
    Lines lines;
    if (!PyArg_ParseTuple(args, "Oy#y#bbby#y#p", &capsule, &layouts, &size, &lines.null, &lines.null_size, &lines.delimiter,
                          &lines.escape, &lines.quote, &lines.written, &written_size, &lines.special, &special_size, &lines.is_odd))
        return NULL;
    if (written_size != 256 || special_size != 256)
        return PyErr_Format(PyExc_ValueError, "a table of bytes has 256 of them");
    return encoded(capsule, (const Layout *)layouts, size, 'd', &lines);
}
