import { snakeCase } from '@goodword/contract/frame/openapi/call-samples'
import type { ClientFiles, ClientModel } from './client-files.ts'
import { type OperationParts, operationParts, type Parameter } from './operation-parts.ts'
import { docLines, pythonKeywords, pythonTypes } from './python-types.ts'
import type { TypeWords } from './type-words.ts'

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
    // What must be given comes first, which matters to readers alone.
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
