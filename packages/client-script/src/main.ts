import { attempt } from './attempt.ts'
import { createCommands } from './commands.ts'
import { takeOverQueue } from './queue.ts'
import { readTag } from './script-tag.ts'

// The page's scripts never see an error of this script.
attempt(() => {
  const [base, queueName, nonce] = readTag()
  takeOverQueue(queueName, createCommands(base, nonce))
})
