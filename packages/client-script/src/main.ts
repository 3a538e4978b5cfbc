import { attempt } from './attempt.ts'
import { takeOverQueue } from './queue.ts'

// The page's scripts never see an error of this script.
attempt(takeOverQueue)
