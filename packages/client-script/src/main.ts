import { attempt } from './attempt.ts'
import { createCommands } from './commands.ts'
import { takeOverQueue } from './queue.ts'
import { readTag } from './script-tag.ts'

// Whatever a page is like, its own scripts see no error of ours.
attempt(() => {
  const { base, queueName } = readTag()
  takeOverQueue(queueName, createCommands(base))
})
