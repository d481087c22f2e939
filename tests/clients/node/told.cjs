// What programs of one client have in common: the address they are called with, and answers as lines of JSON.
const [host, port, user, database, what] = process.argv.slice(2);

const plain = (key, value) => {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "number" && !Number.isFinite(value)) return `${value}`;
  return value;
};
const tell = (about, value) => console.log(JSON.stringify([about, value], plain));

// An answer that is none is told, too: the program goes on to the next question.
async function ask(about, work) {
  try {
    tell(about, await work());
  } catch (error) {
    tell(`FAILED ${about}`, [error.code, error.message]);
  }
}

async function errorOf(promise) {
  try {
    await promise;
    return "no error";
  } catch (error) {
    const told = error.cause ?? error.original ?? error;
    return [error.constructor.name, told.code, told.message];
  }
}

module.exports = { address: { host, port: Number(port), user, database }, what, ask, tell, errorOf };
