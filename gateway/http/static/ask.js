// What the page asks the node: as the user whom the browser has logged in, over the same paths as everybody.

/** An answer that is a problem (RFC 9457), as docs/rest.md has them. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail ?? `HTTP ${status}`);
    Object.assign(this, { status, sqlstate: body.sqlstate, explanation: body.explanation, hint: body.hint, position: body.position });
  }

  toString() {
    const lines = [this.sqlstate ? `${this.message} (SQLSTATE ${this.sqlstate})` : this.message];
    if (this.explanation) lines.push(this.explanation);
    if (this.hint) lines.push(this.hint);
    return lines.join("\n");
  }
}

async function answered(path, options, expected) {
  const response = await fetch(path, options);
  if (response.ok || response.status === expected) return response;
  let body = {};
  try {
    body = await response.json();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Problem(response.status, body);
}

/** JSON; *expected* is a status, beside success, whose answer is one as well. */
export const get = async (path, expected) => (await answered(path, {}, expected)).json();

export async function post(sql, { parameters = [], rowsMax = 0, accept = "application/json", signal } = {}) {
  const body = JSON.stringify({ sql, parameters, rows_max: rowsMax });
  const headers = { "Content-Type": "application/json", Accept: accept };
  return answered("v1/query?numbers=string", { method: "POST", headers, body, signal });
}

/** {columns: [{name, type}], rows: [[…]], more}; int8 and numeric are strings, which have all their digits. */
export const query = async (sql, options) => (await post(sql, options)).json();

/** Rows as objects. */
export async function objects(sql, options) {
  const { columns, rows } = await query(sql, options);
  return rows.map((row) => Object.fromEntries(columns.map(({ name }, i) => [name, row[i]])));
}
