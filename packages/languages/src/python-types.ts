import type { Json, JsonObject } from '@goodword/contract/frame/openapi/openapi-components'
import { capitalized, type Field, fieldsOf, type TypeWords, typeOf } from './type-words.ts'

/** Collects the types of `goodword/types.py`: dictionaries, so that a field that is added to the API is no error. */
export function pythonTypes(schemas: JsonObject, errorCodes: readonly string[]) {
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
export function docLines(text: string, indent: string): readonly string[] {
  if (text === '') return []
  const [first = '', ...rest] = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").split('\n')
  if (rest.length === 0) return [`${indent}"""${first.replace(/"$/, '" ')}"""`]
  return [`${indent}"""${first}`, ...rest.map((it) => (it === '' ? '' : indent + it)), `${indent}"""`]
}

export const pythonKeywords: ReadonlySet<string> = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)
