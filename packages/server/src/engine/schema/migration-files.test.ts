import { loadModule, parseSync } from 'pgsql-parser'
import { expect, test } from 'vitest'
import { readMigrationFiles, releaseMigrations, sqlStatements } from './migration-files.ts'

await loadModule()

const texts: readonly (readonly [what: string, text: string, statements: readonly string[]])[] = [
  ['statements', 'select 1; select 2;\n', ['select 1', 'select 2']],
  ['a last one without a semicolon', 'select 1;\nselect 2', ['select 1', 'select 2']],
  ['nothing', ' ;; -- one; two\n ; /* three; */', []],
  ['a comment before a statement', '-- one; two\nselect 1', ['select 1']],
  [
    'nested comments',
    'select /* a; /* b; */ c; */ 1; select 2',
    ['select /* a; /* b; */ c; */ 1', 'select 2'],
  ],
  ['a text', "select 'a;''b;'; select ';'", ["select 'a;''b;'", "select ';'"]],
  [
    'a text with an escaped quote',
    "select e'a\\';b', E'c\\\\'; select 2",
    ["select e'a\\';b', E'c\\\\'", 'select 2'],
  ],
  ['a backslash in a plain text', "select 'a\\'; select 2", ["select 'a\\'", 'select 2']],
  ['a word before a text', "select date'2026-01-01'; select 2", ["select date'2026-01-01'", 'select 2']],
  ['a quoted name', 'select 1 as "a;""b;"; select 2', ['select 1 as "a;""b;"', 'select 2']],
  [
    'a dollar quote',
    'do $$ begin perform 1; end $$; select 2',
    ['do $$ begin perform 1; end $$', 'select 2'],
  ],
  [
    'dollar quotes with tags',
    'select $a$ ; $$ ; $b$ ; $a$; select $_x1$;$_x1$',
    ['select $a$ ; $$ ; $b$ ; $a$', 'select $_x1$;$_x1$'],
  ],
  ['a word with dollars', 'select 1 as a$b$c; select 2 as b$', ['select 1 as a$b$c', 'select 2 as b$']],
  ['parameters', 'select $1 + $2; select $1', ['select $1 + $2', 'select $1']],
  [
    'parentheses',
    'create rule r as on delete to t do instead (select 1; select 2); select 3',
    ['create rule r as on delete to t do instead (select 1; select 2)', 'select 3'],
  ],
]

test.for(texts)('%s: split as PostgreSQL splits', ([, text, statements]) => {
  expect(sqlStatements(text)).toEqual(statements)
  expect(treesOf(text)).toEqual(statements.flatMap(treesOf))
  expect(statements.map((it) => treesOf(it).length)).toEqual(statements.map(() => 1))
})

const files = await readMigrationFiles(releaseMigrations)

test.for(files)('$name: has one statement in each piece', ({ statements }) => {
  expect(statements.map((it) => treesOf(it).length)).toEqual(statements.map(() => 1))
})

/** The statements as PostgreSQL's parser sees them, without their places in the text. */
function treesOf(text: string): readonly unknown[] {
  const { stmts = [] } = parseSync(text)
  return stmts.map(({ stmt }) =>
    JSON.parse(JSON.stringify(stmt, (name, value) => (name === 'location' ? undefined : value))),
  )
}
