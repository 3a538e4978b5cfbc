import { snakeCase } from '@goodword/contract/frame/openapi/call-samples'
import type { Json, JsonObject } from '@goodword/contract/frame/openapi/openapi-components'
import type { ClientFiles, ClientModel } from './client-files.ts'
import { type OperationParts, operationParts, type Parameter } from './operation-parts.ts'
import { capitalized, type Field, fieldsOf, type TypeWords, typeOf } from './type-words.ts'

/** The generated modules of the Python package. */
export function pythonFiles({ operations, schemas, errorCodes, version }: ClientModel): ClientFiles {
  const types = pythonTypes(schemas, errorCodes)
  const words: TypeWords = {
    ...types.words,
    named: (name) => `types.${name}`,
    object: (fields, hint) => `types.${types.words.object(fields, hint)}`,
  }
  const methods = operations.map((it) => methodOf(operationParts(it, words, types.reply)))
  const client = [
    'from __future__ import annotations\n',
    'from typing import Any, Literal\n',
    'from . import types',
    'from .pages import Pages',
    'from .transport import Operation, Transport\n\n',
    'class Client(Transport):',
    ...docLines('A client of the API for one program in one mode, with a method for each operation.', '    '),
    '',
    methods.join('\n'),
  ]
  return {
    'src/goodword/client.py': client.join('\n'),
    'src/goodword/types.py': types.module(),
    'src/goodword/version.py': `VERSION = "${version}"\n`,
  }
}

function methodOf(parts: OperationParts): string {
  const { operation, params, query, body, answer, entry, comment } = parts
  const { name, upload, takesIdempotencyKey, list } = operation
  const signature = [
    'self',
    ...params.map((it) => `${argument(it.name)}: ${it.type}`),
    ...(body === null ? [] : [`body: ${body.isOptional ? `${body.type} | None = None` : body.type}`]),
    ...(upload === null ? [] : ['upload: str | bytes']),
    '*',
    ...(upload === null ? [] : [`content_type: Literal[${upload.map((it) => `"${it}"`).join(', ')}]`]),
    // Required arguments come first, which matters only to readers.
    ...query.map((it) => `${argument(it.name)}: ${it.isRequired ? it.type : `${it.type} | None = None`}`),
    ...(takesIdempotencyKey ? ['idempotency_key: str | None = None'] : []),
    'timeout: float | None = None',
    'retries: int | None = None',
  ]
  const call = callOf(parts)
  const returned =
    list === null
      ? { type: answer, lines: [`answer: ${answer} = ${call}`, 'return answer'] }
      : {
          type: `Pages[${entry}, ${answer}]`,
          lines: [
            'def page_at(page_cursor: str | None) -> Any:',
            `    return ${call}`,
            '',
            `return Pages("${list.entries}", ${list.cursor === null ? 'False' : 'True'}, page_at)`,
          ],
        }
  return [
    `    def ${snakeCase(name)}(`,
    ...signature.map((it) => `        ${it},`),
    `    ) -> ${returned.type}:`,
    ...docLines(`${comment}${parametersText([...params, ...query])}`, '        '),
    ...returned.lines.map((it) => (it === '' ? '' : `        ${it}`)),
    '',
  ].join('\n')
}

function callOf({ operation, params, query, body }: OperationParts): string {
  const { method, path, upload, takesIdempotencyKey, answers, list } = operation
  const about = [
    `"${method}"`,
    `"${path}"`,
    `(${answers.map((it) => it.status).join(', ')},)`,
    `takes_api_key=${operation.takesApiKey ? 'True' : 'False'}`,
    `makes_idempotency_key=${operation.makesIdempotencyKey ? 'True' : 'False'}`,
  ]
  const asked = query.map(({ name }) => {
    const value = name === list?.cursor ? `page_cursor or ${argument(name)}` : argument(name)
    return `"${name}": ${value}`
  })
  const given = params.map(({ name }) => `"${name}": ${argument(name)}`)
  const pieces = [
    `Operation(${about.join(', ')})`,
    ...(params.length === 0 ? [] : [`params={${given.join(', ')}}`]),
    ...(query.length === 0 ? [] : [`query={${asked.join(', ')}}`]),
    ...(body === null ? [] : [body.isOptional ? 'body={} if body is None else body' : 'body=body']),
    ...(upload === null ? [] : ['upload=(content_type, upload)']),
    ...(takesIdempotencyKey ? ['idempotency_key=idempotency_key'] : []),
    'timeout=timeout',
    'retries=retries',
  ]
  return `self._call(${pieces.join(', ')})`
}

function parametersText(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return ''
  const lines = parameters.map((it) => `- ${argument(it.name)}: ${it.description}`)
  return `\n\nParameters:\n\n${lines.join('\n')}`
}

function argument(name: string): string {
  const plain = snakeCase(name)
  return pythonKeywords.has(plain) ? `${plain}_` : plain
}

/** Collects the types of `goodword/types.py`: dictionaries, so that a field that is added to the API is no error. */
function pythonTypes(schemas: JsonObject, errorCodes: readonly string[]) {
  const definitions = new Map<string, string>()
  const nameByFields = new Map<string, string>()

  const words: TypeWords = {
    text: 'str',
    integer: 'int',
    number: 'float',
    boolean: 'bool',
    null: 'None',
    unknown: 'Any',
    named: (name) => name,
    literals: (values) => `Literal[${values.map((it) => JSON.stringify(it)).join(', ')}]`,
    list: (entry) => `list[${entry}]`,
    record: (value) => `dict[str, ${value}]`,
    object(fields, hint) {
      const text = JSON.stringify(fields)
      const known = nameByFields.get(text)
      if (known !== undefined) return known
      nameByFields.set(text, hint)
      define(hint, dictionary(hint, fields, ''))
      return hint
    },
  }

  function define(name: string, definition: string): void {
    if (definitions.has(name) || Object.hasOwn(schemas, name)) throw new Error(`two types are called ${name}`)
    definitions.set(name, definition)
  }

  function dictionary(name: string, fields: readonly Field[], description: string): string {
    const typed = fields.map((field) => {
      const type = typeOf(field.schema, words, `${name}${capitalized(field.name)}`)
      return { ...field, type: field.isRequired ? type : `NotRequired[${type}]` }
    })
    if (typed.some((it) => pythonKeywords.has(it.name))) {
      // A keyword cannot be a field of a class.
      const entries = typed.map((it) => `    ${JSON.stringify(it.name)}: ${JSON.stringify(it.type)},\n`)
      return `${name} = TypedDict("${name}", {\n${entries.join('')}})\n`
    }
    const lines = typed.flatMap((it) => [`    ${it.name}: ${it.type}`, ...docLines(it.description, '    ')])
    const body = [...docLines(description, '    '), ...(lines.length === 0 ? ['    pass'] : lines)]
    return `class ${name}(TypedDict):\n${body.join('\n')}\n`
  }

  function named(name: string, schema: Json): string {
    const { properties, description = '' } = Object(schema)
    if (properties !== undefined) return dictionary(name, fieldsOf(schema), String(description))
    // Quoted: it may name types that come later.
    return `${name}: TypeAlias = ${JSON.stringify(typeOf(schema, words, name))}\n`
  }

  return {
    words,
    /** The type of an answer that comes with its status. */
    reply(status: number, answer: string): string {
      const plain = answer.replace('types.', '')
      const name = `${plain}With${status}`
      if (!definitions.has(name)) {
        define(name, `class ${name}(TypedDict):\n    status: Literal[${status}]\n    answer: ${plain}\n`)
      }
      return `types.${name}`
    },
    /** The text of the module, once all types are known. */
    module(): string {
      const texts = Object.entries(schemas).map(([name, schema]) => named(name, schema))
      return [
        'from __future__ import annotations\n',
        'from typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n',
        `ErrorCode: TypeAlias = Literal[\n${errorCodes.map((it) => `    "${it}",\n`).join('')}]\n`,
        ...texts,
        ...definitions.values(),
      ].join('\n')
    },
  }
}

/** A docstring, indented; no lines where there is nothing to say. */
function docLines(text: string, indent: string): readonly string[] {
  if (text === '') return []
  const [first = '', ...rest] = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").split('\n')
  if (rest.length === 0) return [`${indent}"""${first.replace(/"$/, '" ')}"""`]
  return [`${indent}"""${first}`, ...rest.map((it) => (it === '' ? '' : indent + it)), `${indent}"""`]
}

const pythonKeywords: ReadonlySet<string> = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)
