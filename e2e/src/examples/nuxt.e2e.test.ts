import { openExample } from './example-app.ts'
import { exampleStories } from './example-stories.ts'

const app = await openExample({
  name: 'nuxt',
  framework: 'vue',
  start: () => ({ args: ['.output/server/index.mjs'], env: { HOST: '127.0.0.1' } }),
})

exampleStories('nuxt', app, false)
