import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('without arguments, the gateway listens at the default port, in memory, with fixtures of its own', () => {
  expect(readOptions([])).toEqual({
    kind: 'run',
    options: { port: 3001, fixtures: null, file: null, seed: null, logsRequests: false },
  })
})

test('every option is read', () => {
  const args = '--port 0 --fixtures a.json --file b.json --seed 7 --log requests'.split(' ')
  expect(readOptions(args)).toEqual({
    kind: 'run',
    options: { port: 0, fixtures: 'a.json', file: 'b.json', seed: 7, logsRequests: true },
  })
})

test.each([['--help'], ['-h']])('%s asks for help', (arg) => {
  expect(readOptions([arg])).toEqual({ kind: 'help' })
})

test.each([
  ['--port x', '--port x is no port'],
  ['--port 65536', '--port 65536 is no port'],
  ['--port=-1', '--port -1 is no port'],
  ['--seed 1.5', '--seed 1.5 is no seed'],
  ['--log all', '--log all is not known'],
  ['--prot 1', "Unknown option '--prot'"],
  ['file.json', 'Unexpected argument'],
])('%s is refused with the usage', (args, message) => {
  const requested = readOptions(args.split(' '))
  expect(requested).toMatchObject({ kind: 'wrong', message: expect.stringContaining(message) })
  expect(requested).toMatchObject({ message: expect.stringContaining('--fixtures FILE') })
})
