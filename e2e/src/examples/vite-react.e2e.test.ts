import { openExample } from './example-app.ts'
import { exampleStories } from './example-stories.ts'

const app = await openExample({
  name: 'vite-react',
  framework: 'react',
  start: () => ({ args: ['server/main.ts'] }),
})

exampleStories('vite-react', app, true)
