import { openExample } from './example-app.ts'
import { exampleStories } from './example-stories.ts'

const app = await openExample({
  name: 'next',
  framework: 'react',
  start: (port) => ({ args: ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', port] }),
})

exampleStories('next', app, false)
