import type { ClientFiles, ClientModel } from './client-files.ts'
import { type OperationParts, operationParts, type Parameter } from './operation-parts.ts'
import { type TypeWords, typeOf } from './type-words.ts'

/** Types as PHPStan and Psalm read them in comments. */
const words: TypeWords = {
  text: 'string',
  integer: 'int',
  number: 'int|float',
  boolean: 'bool',
  null: 'null',
  unknown: 'mixed',
  named: (name) => name,
  literals: (values) =>
    values.map((it) => (typeof it === 'string' ? `'${it.replaceAll("'", "\\'")}'` : String(it))).join('|'),
  list: (entry) => `list<${entry}>`,
  record: (value) => `array<string, ${value}>`,
  object: (fields, hint) =>
    `array{${fields.map((it) => `${it.name}${it.isRequired ? '' : '?'}: ${typeOf(it.schema, words, hint)}`).join(', ')}}`,
}

/** The generated classes of the PHP package. */
export function phpFiles({ operations, schemas, errorCodes, version }: ClientModel): ClientFiles {
  const reply = (status: number, answer: string) => `array{status: ${status}, answer: ${answer}}`
  const methods = operations.map((it) => methodOf(operationParts(it, words, reply)))
  const imports = Object.keys(schemas).map((name) => `@phpstan-import-type ${name} from Types`)
  const types = Object.entries(schemas).map(
    ([name, schema]) => `@phpstan-type ${name} ${typeOf(schema, words, name)}`,
  )
  const about = 'A client of the API for one program in one mode, with a method for each operation.'
  const codes = errorCodes.map((it) => `    public const ${it} = '${it}';\n`)
  return {
    'src/Client.php': file(
      `${comment([about, '', ...imports], '')}final class Client extends Transport\n{\n${methods.join('\n')}}\n`,
    ),
    'src/Types.php': file(
      `${comment(['The shapes of bodies, answers and events.', '', ...types], '')}interface Types\n{\n}\n`,
    ),
    'src/ErrorCode.php': file(
      `/** The error codes of the API. */\nfinal class ErrorCode\n{\n${codes.join('')}}\n`,
    ),
    'src/Version.php': file(
      `/** @internal */\nfinal class Version\n{\n    public const VERSION = '${version}';\n}\n`,
    ),
  }
}

const file = (text: string) => `<?php\n\ndeclare(strict_types=1);\n\nnamespace Goodword;\n\n${text}`

function methodOf(parts: OperationParts): string {
  const { operation, params, query, body, answer, entry, comment: about } = parts
  const { name, upload, takesIdempotencyKey, list } = operation
  const needed = query.filter((it) => it.isRequired)
  const others = query.filter((it) => !it.isRequired)
  const bodyLine = body === null ? [] : [body.isOptional ? '?array $body = null' : 'array $body']
  const signature = [
    ...params.map(declared),
    ...(body?.isOptional === true ? [] : bodyLine),
    ...(upload === null ? [] : ['string $upload', 'string $contentType']),
    ...needed.map(declared),
    ...(body?.isOptional === true ? bodyLine : []),
    ...others.map((it) => `?${declared(it)} = null`),
    ...(takesIdempotencyKey ? ['?string $idempotencyKey = null'] : []),
    '?float $timeout = null',
    '?int $retries = null',
  ]
  const lines = [
    ...about.split('\n'),
    '',
    ...[...params, ...query].map(
      (it) => `@param ${it.type}${it.isRequired ? '' : '|null'} $${it.name} ${it.description}`,
    ),
    ...(body === null ? [] : [`@param ${body.type}${body.isOptional ? '|null' : ''} $body`]),
    ...(upload === null ? [] : [`@param ${upload.map((it) => `'${it}'`).join('|')} $contentType`]),
    `@return ${list === null ? answer : `Pages<${entry}, ${answer}>`}`,
    '@throws ApiError',
  ]
  const call = callOf(parts)
  const result =
    list === null
      ? `return ${call};`
      : `return new Pages('${list.entries}', ${list.cursor !== null}, fn (?string $pageCursor) => ${call});`
  return `${comment(lines, '    ')}    public function ${name}(\n${signature
    .map((it) => `        ${it},\n`)
    .join('')}    ): ${list === null ? 'array' : 'Pages'} {\n        ${result}\n    }\n`
}

function callOf({ operation, params, query, body }: OperationParts): string {
  const { method, path, upload, takesIdempotencyKey, answers, list } = operation
  const statuses = answers.map((it) => it.status).join(', ')
  const about = `'${method}', '${path}', [${statuses}], ${operation.takesApiKey}, ${operation.makesIdempotencyKey}`
  const asked = query.map(({ name }) =>
    name === list?.cursor ? `'${name}' => $pageCursor ?? $${name}` : `'${name}' => $${name}`,
  )
  const pieces = [
    `new Operation(${about})`,
    ...(params.length === 0
      ? []
      : [`params: [${params.map(({ name }) => `'${name}' => $${name}`).join(', ')}]`]),
    ...(query.length === 0 ? [] : [`query: [${asked.join(', ')}]`]),
    ...(body === null ? [] : [`body: $body${body.isOptional ? ' ?? []' : ''}`]),
    ...(upload === null ? [] : ['upload: [$contentType, $upload]']),
    ...(takesIdempotencyKey ? ['idempotencyKey: $idempotencyKey'] : []),
    'timeout: $timeout',
    'retries: $retries',
  ]
  return `$this->call(${pieces.join(', ')})`
}

/** A parameter with the type that PHP itself checks. */
function declared({ name, schema }: Parameter): string {
  const { type = 'string' } = Object(schema)
  const native: Readonly<Record<string, string>> = { integer: 'int', number: 'float', boolean: 'bool' }
  return `${native[type] ?? 'string'} $${name}`
}

function comment(lines: readonly string[], indent: string): string {
  const text = lines.map((it) => `${indent} * ${it.replaceAll('*/', '* /')}`.trimEnd())
  return `${indent}/**\n${text.join('\n')}\n${indent} */\n`
}
