import { expect, test } from 'vitest'
import { allCommands, commands } from './run-command-line.ts'

test('every command is called by its own name', async () => {
  const names = (await allCommands()).map(({ name }) => name)
  expect(names).toEqual(Object.keys(commands))
})
