import type { FastifyRequest } from 'fastify'
import type { Params } from '../model/params.ts'
import { RequestRejected } from '../protocol/answer.ts'
import { decodeBody } from '../protocol/decode-body.ts'
import { readForm } from '../protocol/read-form.ts'
import { readJson } from '../protocol/read-json.ts'
import { readXml } from '../protocol/read-xml.ts'
import { Unreadable } from '../protocol/unreadable.ts'

/** The parsed body of a request; empty if there is none. @throws {RequestRejected} 400 */
export function readBody({ body, headers }: FastifyRequest): Params {
  const text = typeof body === 'string' ? body : ''
  if (text.trim() === '') return {}
  const type = headers['content-type'] ?? ''
  return orReject(() => {
    if (type.includes('x-www-form-urlencoded')) return readForm(text)
    return type.includes('json') ? readJson(text) : readXml(text)
  })
}

/** The text of a body as it arrives. @throws {RequestRejected} 400 */
export function textOfBody(bytes: Buffer, type = ''): string {
  return orReject(() => decodeBody(bytes, type))
}

function orReject<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Unreadable) throw new RequestRejected(400, error.message)
    throw error
  }
}
