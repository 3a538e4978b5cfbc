import { expect } from 'vitest'

export type Files = Readonly<Record<string, string>>

/** An application whose packages are there already, so that nothing has to be installed. */
export const manifest = (...names: readonly string[]) => {
  const own = ['client', 'browser', 'react', 'vue'].map((name) => `@goodword/${name}`)
  const dependencies = Object.fromEntries([...names, ...own].map((name) => [name, '1.0.0']))
  return JSON.stringify({ type: 'module', dependencies })
}

/** The file of an Express server. */
export const express = `import express from 'express';
import {
  join,
} from 'node:path';

const app = express();
app.use(express.json());
app.listen(3000);
`

/** Applications as `init` finds them, and the files that it changes or adds. */
export const applications: Readonly<Record<string, { readonly files: Files; readonly changed: Files }>> = {
  'an Express server in TypeScript': {
    files: { 'package.json': manifest('express'), 'tsconfig.json': '{}', 'src/server.ts': express },
    changed: {
      'src/server.ts': express
        .replace(`'node:path';\n`, `'node:path';\nimport { goodwordEvents } from './goodword.js';\n`)
        .replace('express();\n', 'express();\napp.use(goodwordEvents);\n'),
      'src/goodword.ts': expect.stringContaining('function required(name: string): string {'),
    },
  },
  'an Express server of CommonJS without semicolons': {
    files: {
      'package.json': manifest('express').replace('module', 'commonjs'),
      'index.js': `'use strict'\nconst express = require('express')\nconst server = express()\n`,
    },
    changed: {
      'index.js': `'use strict'\nconst express = require('express')\nconst { goodwordEvents } = require('./goodword')\nconst server = express()\nserver.use(goodwordEvents)\n`,
      'goodword.js': expect.stringMatching(
        /^const \{ createClient.*[^;]\n[\s\S]*module\.exports = \{ goodword, goodwordEvents \}\n$/,
      ),
    },
  },
  'a Fastify server whose options take several lines': {
    files: {
      'package.json': manifest('fastify'),
      'src/app.ts': `import Fastify from 'fastify'\n\nexport function build() {\n  const server = Fastify({\n    logger: { level: 'info (' },\n  })\n    .withTypeProvider<Json>()\n  return server\n}\n`,
    },
    changed: {
      'src/app.ts': `import Fastify from 'fastify'\nimport { goodwordEvents } from './goodword.ts'\n\nexport function build() {\n  const server = Fastify({\n    logger: { level: 'info (' },\n  })\n    .withTypeProvider<Json>()\n  server.register(goodwordEvents)\n  return server\n}\n`,
      'src/goodword.ts': expect.stringContaining('goodwordEvents(server: FastifyInstance) {'),
    },
  },
  'a Fastify server of CommonJS that is created where it is required': {
    files: {
      'package.json': manifest('fastify').replace('module', 'commonjs'),
      'server.js': `const path = require('node:path');\nconst fastify = require('fastify')({\n  logger: true,\n});\n`,
    },
    changed: {
      'server.js': `const path = require('node:path');\nconst { goodwordEvents } = require('./goodword');\nconst fastify = require('fastify')({\n  logger: true,\n});\nfastify.register(goodwordEvents);\n`,
      'goodword.js': expect.stringMatching(
        /^const \{ createClient.*\n\n[\s\S]*\nasync function goodwordEvents\(server\) \{\n/,
      ),
    },
  },
  'an application of fastify-cli': {
    files: {
      'package.json': manifest('fastify'),
      'tsconfig.json': '{}',
      'src/app.ts': `import AutoLoad from '@fastify/autoload'\n\nconst app = async (fastify, opts) => {\n  // Place here your custom code!\n}\n`,
    },
    changed: {
      'src/app.ts': `import AutoLoad from '@fastify/autoload'\nimport { goodwordEvents } from './goodword.js'\n\nconst app = async (fastify, opts) => {\n  // Place here your custom code!\n  fastify.register(goodwordEvents)\n}\n`,
      'src/goodword.ts': expect.stringContaining('goodwordEvents(server: FastifyInstance) {'),
    },
  },
  'a Hono server': {
    files: {
      'package.json': manifest('hono'),
      'src/index.ts': `import { Hono } from 'hono'\n\nconst app = new Hono<{ Bindings: Env }>()\n\nexport default app\n`,
    },
    changed: {
      'src/index.ts': `import { Hono } from 'hono'\nimport { goodwordEvents } from './goodword.ts'\n\nconst app = new Hono<{ Bindings: Env }>()\napp.route('/', goodwordEvents)\n\nexport default app\n`,
      'src/goodword.ts': expect.stringContaining('context.req.text()'),
    },
  },
  'a Next application': {
    files: {
      'package.json': manifest('next'),
      'app/layout.tsx': `import './site.css'\n\nexport default function Layout({ children }) {\n  return (\n    <html>\n      <body className="site">{children}</body>\n    </html>\n  )\n}\n`,
    },
    changed: {
      'app/layout.tsx': `import './site.css'\nimport { Goodword } from './goodword'\n\nexport default function Layout({ children }) {\n  return (\n    <html>\n      <body className="site"><Goodword />{children}</body>\n    </html>\n  )\n}\n`,
      'app/goodword.tsx': expect.stringContaining("'use client'"),
      'app/goodword/client.ts': expect.stringContaining('createClient'),
      'app/goodword/events/route.ts': expect.stringContaining('request: Request'),
    },
  },
  'a Nuxt application': {
    files: {
      'package.json': manifest('nuxt'),
      'nuxt.config.ts': `export default defineNuxtConfig({\n  devtools: { enabled: true },\n})\n`,
      'app/app.vue': '<template />',
    },
    changed: {
      'nuxt.config.ts': `export default defineNuxtConfig({\n  runtimeConfig: { public: { goodwordUrl: '', goodwordTenant: '' } },\n  devtools: { enabled: true },\n})\n`,
      'app/plugins/goodword.client.ts': expect.stringContaining('defineNuxtPlugin'),
      'server/utils/goodword.ts': expect.stringContaining('createClient'),
      'server/routes/goodword/events.post.ts': expect.stringContaining('verifyEvent'),
    },
  },
  'pages of Vite': {
    files: {
      'package.json': manifest('vite'),
      'index.html': '<script type="module" src="/src/main.tsx"></script>',
      'src/main.tsx': `import { App } from './app.tsx'\n\nrender(App)\n`,
    },
    changed: {
      'src/main.tsx': `import { App } from './app.tsx'\nimport './goodword.ts'\n\nrender(App)\n`,
      'src/goodword.ts': expect.stringContaining('import.meta.env.VITE_GOODWORD_URL'),
    },
  },
  'a React application of Vite': {
    files: {
      'package.json': manifest('vite', 'react'),
      'index.html': '<script type="module" src="/src/main.tsx"></script>',
      'src/main.tsx': `import { createRoot } from 'react-dom/client'\nimport App from './App.tsx'\n\ncreateRoot(root).render(\n  <StrictMode>\n    <App />\n  </StrictMode>,\n)\n`,
    },
    changed: {
      'src/main.tsx': `import { createRoot } from 'react-dom/client'\nimport App from './App.tsx'\nimport { Goodword } from './goodword.tsx'\n\ncreateRoot(root).render(\n  <StrictMode>\n    <Goodword />\n    <App />\n  </StrictMode>,\n)\n`,
      'src/goodword.tsx': expect.stringContaining(`Pick<GoodwordOptions, 'user' | 'token'>`),
    },
  },
  'a React application of Vite whose root has one element': {
    files: {
      'package.json': manifest('vite', 'react'),
      'index.html': '<script type="module" src="/src/main.jsx"></script>',
      'src/main.jsx': `import App from './App'\n\ncreateRoot(root).render(<App />)\n`,
    },
    changed: {
      'src/main.jsx': `import App from './App'\nimport { Goodword } from './goodword'\n\ncreateRoot(root).render(<><Goodword /><App /></>)\n`,
      'src/goodword.jsx': expect.stringContaining('Goodword({ user, token }) {'),
    },
  },
  'a Vue application of Vite': {
    files: {
      'package.json': manifest('vite', 'vue'),
      'index.html': '<script type="module" src="/src/main.ts"></script>',
      'src/main.ts': `import App from './App.vue'\n`,
      'src/App.vue': `<script setup lang="ts">\nimport Greeting from './Greeting.vue'\n\nconst name = 'Ada'\n</script>\n\n<template><Greeting :name /></template>\n`,
    },
    changed: {
      'src/App.vue': `<script setup lang="ts">\nimport Greeting from './Greeting.vue'\nimport { startGoodword } from './goodword'\n\nconst name = 'Ada'\n\nstartGoodword()\n</script>\n\n<template><Greeting :name /></template>\n`,
      'src/goodword.ts': expect.stringContaining(`from '@goodword/vue'`),
    },
  },
  'an Astro site': {
    files: {
      'package.json': manifest('astro'),
      'src/layouts/Layout.astro': `<html>\n\t<head>\n\t\t<slot name="head" />\n\t</head>\n</html>\n`,
      'src/pages/index.astro': '<Layout />',
    },
    changed: {
      'src/layouts/Layout.astro': `<html>\n\t<head>\n\t\t<slot name="head" />\n\t\t<script>import '../goodword';</script>\n\t</head>\n</html>\n`,
      'src/goodword.js': expect.stringContaining('import.meta.env.PUBLIC_GOODWORD_URL'),
    },
  },
  'a plain page on one line': {
    files: { 'index.html': '<html><head><title>Larder</title></head><body></body></html>' },
    changed: {
      'index.html': `<html><head><title>Larder</title>\n<script>\n  window._gw = window._gw || []\n  _gw.push(['init', { tenant_alias: 'test_acme' }])\n</script>\n<script async src="https://goodword.example.com/s/v1/goodword.js"></script>\n</head><body></body></html>`,
    },
  },
  'plain pages': {
    files: { 'index.html': '<html>\n  <head>\n    <title>Larder</title>\n  </head>\n</html>\n' },
    changed: {
      'index.html': `<html>\n  <head>\n    <title>Larder</title>\n    <script>\n      window._gw = window._gw || []\n      _gw.push(['init', { tenant_alias: 'test_acme' }])\n    </script>\n    <script async src="https://goodword.example.com/s/v1/goodword.js"></script>\n  </head>\n</html>\n`,
    },
  },
}
