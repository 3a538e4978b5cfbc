import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = []
  write(createLogger('info', { write: (line: string) => void lines.push(line) }))
  return lines.join('')
}

test('a line is one JSON object with level, time and message', () => {
  expect(JSON.parse(logged((logger) => logger.info({ tenantId: 'acme' }, 'started')))).toMatchObject({
    level: 30,
    msg: 'started',
    tenantId: 'acme',
  })
})

test('what is below the level is not written', () => {
  expect(logged((logger) => logger.debug('detail'))).toBe('')
})

test('secrets are not written, wherever they stand', () => {
  const secrets = {
    authorization: 'Basic hidden',
    cookie: 'hidden',
    'set-cookie': 'hidden',
    apiKey: 'hidden',
    signingKey: 'hidden',
    secretKey: 'hidden',
    DATABASE_URL: 'hidden',
  }
  const line = logged((logger) =>
    logger.info({ ...secrets, headers: secrets, request: { headers: secrets } }),
  )
  expect(line).not.toContain('hidden')
  expect(line.split('[secret]')).toHaveLength(3 * Object.keys(secrets).length + 1)
})

test('an error of the database does not bring a person’s row along', () => {
  const error = Object.assign(new Error('violates a constraint'), { detail: 'Failing row (bob@example.com)' })
  const line = logged((logger) => logger.error({ err: error }, 'failed'))
  expect(line).toContain('violates a constraint')
  expect(line).not.toContain('bob@example.com')
})
