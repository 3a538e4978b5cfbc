import { snakeCase } from '@goodword/contract/frame/openapi/call-samples'
import type { ClientFiles, ClientModel } from './client-files.ts'
import { type OperationParts, operationParts } from './operation-parts.ts'
import { type TypeWords, typeOf } from './type-words.ts'

/** Types as RBS, the language of Ruby for signatures, writes them; aliases begin with a small letter there. */
const words: TypeWords = {
  text: 'String',
  integer: 'Integer',
  number: '(Integer | Float)',
  boolean: 'bool',
  null: 'nil',
  unknown: 'untyped',
  named: (name) => aliasOf(name),
  literals: (values) => values.map((it) => JSON.stringify(it)).join(' | '),
  list: (entry) => `Array[${entry}]`,
  record: (value) => `Hash[Symbol, ${value}]`,
  object: (fields, hint) =>
    fields.length === 0
      ? 'Hash[Symbol, untyped]'
      : `{ ${fields.map((it) => `${it.isRequired ? '' : '?'}${it.name}: ${typeOf(it.schema, words, hint)}`).join(', ')} }`,
}

/** The generated files of the Ruby package. */
export function rubyFiles({ operations, schemas, errorCodes, version }: ClientModel): ClientFiles {
  const reply = (status: number, answer: string) => `{ status: ${status}, answer: ${answer} }`
  const parts = operations.map((it) => operationParts(it, words, reply))
  const aliases = Object.entries(schemas).map(
    ([name, schema]) => `  type ${aliasOf(name)} = ${typeOf(schema, words, name)}\n`,
  )
  const codes = errorCodes.map((it) => JSON.stringify(it)).join(' | ')
  return {
    'lib/goodword/client.rb': `# frozen_string_literal: true

module Goodword
  # A client of the API for one program in one mode, with a method for each operation.
  class Client < Transport
${parts.map(methodOf).join('\n')}  end
end
`,
    'lib/goodword/version.rb': `# frozen_string_literal: true\n\nmodule Goodword\n  VERSION = "${version}"\nend\n`,
    'sig/goodword/client.rbs': `module Goodword
  type error_code = ${codes}
${aliases.join('')}
  class Client < Transport
${parts.map(signatureOf).join('')}  end
end
`,
  }
}

function methodOf({ operation, params, query, body, comment }: OperationParts): string {
  const { name, upload, takesIdempotencyKey, list } = operation
  const needed = query.filter((it) => it.isRequired)
  const others = query.filter((it) => !it.isRequired)
  const signature = [
    ...params.map((it) => argument(it.name)),
    ...(body === null ? [] : [body.isOptional ? 'body = {}' : 'body']),
    ...(upload === null ? [] : ['upload', 'content_type:']),
    ...needed.map((it) => `${argument(it.name)}:`),
    ...others.map((it) => `${argument(it.name)}: nil`),
    ...(takesIdempotencyKey ? ['idempotency_key: nil'] : []),
    'timeout: nil',
    'retries: nil',
  ]
  const asked = query.map((it) =>
    it.name === list?.cursor
      ? `${it.name}: page_cursor || ${argument(it.name)}`
      : `${it.name}: ${argument(it.name)}`,
  )
  const statuses = operation.answers.map((it) => it.status).join(', ')
  const described = `"${operation.method}", "${operation.path}", [${statuses}], ${operation.takesApiKey}, ${operation.makesIdempotencyKey}`
  const pieces = [
    `Operation.new(${described})`,
    ...(params.length === 0
      ? []
      : [`params: { ${params.map((it) => `${it.name}: ${argument(it.name)}`).join(', ')} }`]),
    ...(query.length === 0 ? [] : [`query: { ${asked.join(', ')} }`]),
    ...(body === null ? [] : ['body: body']),
    ...(upload === null ? [] : ['upload: [content_type, upload]']),
    ...(takesIdempotencyKey ? ['idempotency_key: idempotency_key'] : []),
    'timeout: timeout',
    'retries: retries',
  ]
  const call = `call(${pieces.join(', ')})`
  const result =
    list === null ? call : `Pages.new(:${list.entries}, ${list.cursor !== null}) { |page_cursor| ${call} }`
  const about = [...params, ...query].map((it) => `@param ${argument(it.name)} ${it.description}`)
  const lines = [...comment.split('\n'), ...(about.length === 0 ? [] : ['', ...about])]
  const text = lines.map((it) => `    # ${it}`.trimEnd()).join('\n')
  return `${text}\n    def ${snakeCase(name)}(${signature.join(', ')})\n      ${result}\n    end\n`
}

function signatureOf({ operation, params, query, body, answer, entry }: OperationParts): string {
  const { name, upload, takesIdempotencyKey, list } = operation
  const positional = [
    ...params.map((it) => `${it.type} ${argument(it.name)}`),
    ...(body === null ? [] : [`${body.isOptional ? '?' : ''}${body.type} body`]),
    ...(upload === null ? [] : ['String upload']),
  ]
  const keywords = [
    ...(upload === null ? [] : [`content_type: ${words.literals(upload)}`]),
    ...query.map((it) =>
      it.isRequired ? `${argument(it.name)}: ${it.type}` : `?${argument(it.name)}: (${it.type})?`,
    ),
    ...(takesIdempotencyKey ? ['?idempotency_key: String?'] : []),
    '?timeout: (Integer | Float)?',
    '?retries: Integer?',
  ]
  const returned = list === null ? `(${answer})` : `Pages[${entry}, ${answer}]`
  return `    def ${snakeCase(name)}: (${[...positional, ...keywords].join(', ')}) -> ${returned}\n`
}

/** Names of parameters that Ruby reads as words of its own get an underscore. */
function argument(name: string): string {
  const plain = snakeCase(name)
  return ['begin', 'end', 'class', 'next', 'in', 'then', 'unless', 'when'].includes(plain)
    ? `${plain}_`
    : plain
}

const aliasOf = (name: string) => snakeCase(name).replace(/^_/, '')
