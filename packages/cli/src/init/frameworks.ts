import { CommandError } from '../command.ts'
import { afterImports, afterLine, afterStatement, deeper, newFile, styledLike } from './edits.ts'
import { clientText, planNext } from './next.ts'
import { type Plan, withAddresses } from './plan.ts'
import type { Project } from './project.ts'
import { EVENTS_PATH, receiverText, type ServerFramework, serverFrameworks } from './receivers.ts'
import { browserModule, planVite, planViteReact, planViteVue } from './vite.ts'

const source = /[.](?:js|mjs|cjs|ts|mts|cts)$/

/** A server: a client for its calls, and a receiver of events. Null if the one file that creates the server is not found. */
function planServer(framework: ServerFramework, project: Project): Plan | null {
  const { created, use } = serverFrameworks[framework]
  const entries = filesOf(project).filter(({ text }) => text.split('\n').some((it) => created.test(it)))
  const [entry] = entries
  if (entry === undefined || entries.length > 1) return null
  const { path, text } = entry
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : ''
  const extension = path.slice(path.lastIndexOf('.') + 1)
  const isModule = usesImports(project, path, text)
  const module = `./goodword${importExtension(project, text, extension, isModule)}`
  const app = text
    .split('\n')
    .map((it) => created.exec(it)?.[1])
    .find((it) => it !== undefined)
  const isDone = text.includes('goodwordEvents')
  const named = isModule
    ? `import { goodwordEvents } from '${module}';`
    : `const { goodwordEvents } = require('${module}');`
  const used = afterStatement(text, created, styledLike(text, use(app ?? framework)))
  const changed = isDone || used === null ? text : afterImports(used, styledLike(text, named))
  const receiver = receiverText(framework, extension.endsWith('ts'), isModule)
  return {
    packages: ['@goodword/client'],
    changes: [
      ...newFile(project, `${folder}goodword.${extension}`, styledLike(text, receiver)),
      ...(changed === text ? [] : [{ path, before: text, after: changed }]),
    ],
    variables: { GOODWORD_WEBHOOK_SECRET: '', GOODWORD_API_KEY: '' },
    steps: [
      startStep(project.manifest?.scripts ?? {}, path, /[.]m?ts$/.test(path) && !/ts$/.test(module)),
      `See events arrive: goodword listen --forward-to http://127.0.0.1:<port>${EVENTS_PATH}`,
      `Where customers sign up and pay, report it: goodword.upsertUser and goodword.syncAccount of ${folder}goodword.${extension} (docs/guides/reference/libraries.md#typescript).`,
    ],
  }
}

/** How to start the server: as a script of the project does, or by its file. */
function startStep(scripts: Readonly<Record<string, string>>, path: string, isCompiled: boolean): string {
  if (Object.values(scripts).some((it) => it.includes('fastify start')))
    return 'Start the server: npm run dev, which reads .env'
  const byFile = `${isCompiled ? 'tsx' : 'node'} ${path}`
  const command = [scripts.dev, scripts.start].find((it) => /^(?:node|tsx)\s/.test(it ?? '')) ?? byFile
  const started = command.replace(/^(?:node|tsx(?: watch)?)/, '$& --env-file=.env')
  return `Start the server with the variables of .env, such as: ${started.startsWith('tsx') ? 'npx ' : ''}${started}`
}

function filesOf(project: Project): readonly { readonly path: string; readonly text: string }[] {
  const paths = ['', 'src/', 'server/'].flatMap((folder) =>
    project
      .list(folder === '' ? '.' : folder)
      // The module that is written creates a router, which looks like a server in some frameworks.
      .filter((name) => source.test(name) && !/^goodword[.]|[.](?:test|spec|d)[.]/.test(name))
      .map((name) => folder + name),
  )
  return paths.flatMap((path) => {
    const text = project.read(path)
    return text === null ? [] : [{ path, text }]
  })
}

function usesImports(project: Project, path: string, text: string): boolean {
  if (/^import\s/m.test(text)) return true
  if (/\brequire\(/.test(text)) return false
  return /[.]m[jt]s$/.test(path) || project.manifest?.type === 'module'
}

/** The extension by which the file imports others beside it; for the first such import, what its runtime needs. */
function importExtension(project: Project, text: string, extension: string, isModule: boolean): string {
  const present = /(?:from|require\()\s*['"][.]{1,2}\/[^'"]*?([.][cm]?[jt]s)?['"]/.exec(text)
  if (present !== null) return present[1] ?? ''
  if (!isModule) return ''
  if (!extension.endsWith('ts')) return `.${extension}`
  const settings = project.read('tsconfig.json')
  return settings === null || settings.includes('allowImportingTsExtensions') ? `.${extension}` : '.js'
}

/** A Nuxt application: the client, a plugin for its pages, a receiver of events. Null without a configuration that is known. */
function planNuxt(project: Project): Plan | null {
  const path = ['nuxt.config.ts', 'nuxt.config.js'].find((it) => project.has(it))
  if (path === undefined) return null
  const config = project.read(path) ?? ''
  const pages = project.has('app') ? 'app/' : ''
  const extension = project.isTypeScript || path.endsWith('.ts') ? 'ts' : 'js'
  const isDone = config.includes('goodwordUrl')
  const changed = config.includes('runtimeConfig')
    ? null
    : afterLine(
        config,
        /defineNuxtConfig\(\{\s*$/,
        `  runtimeConfig: { public: { goodwordUrl: '', goodwordTenant: '' } },`,
      )
  const styled = (text: string) => styledLike(config, text)
  return {
    packages: ['@goodword/client', '@goodword/browser'],
    changes: [
      ...newFile(project, `server/utils/goodword.${extension}`, styled(clientText)),
      ...newFile(project, `server/routes/goodword/events.post.${extension}`, styled(routeText)),
      ...newFile(project, `${pages}plugins/goodword.client.${extension}`, styled(pluginText)),
      ...(isDone || changed === null ? [] : [{ path, before: config, after: changed }]),
    ],
    variables: {
      GOODWORD_WEBHOOK_SECRET: '',
      GOODWORD_API_KEY: '',
      NUXT_PUBLIC_GOODWORD_URL: '',
      NUXT_PUBLIC_GOODWORD_TENANT: '',
    },
    steps: [
      ...(isDone || changed !== null
        ? []
        : [`Add goodwordUrl: '' and goodwordTenant: '' to runtimeConfig.public of ${path}.`]),
      'See events arrive: goodword listen --forward-to http://127.0.0.1:3000/goodword/events',
      `Where customers sign up and pay, report it: goodword() of server/utils (docs/guides/reference/libraries.md#nuxt).`,
    ],
  }
}

const routeText = `import { verifyEvent } from '@goodword/client';

/** Receives events. */
export default defineEventHandler(async (call) => {
  const secret = process.env.GOODWORD_WEBHOOK_SECRET ?? '';
  const event = await verifyEvent((await readRawBody(call)) ?? '', getHeaders(call), { secret });
  if (event === null) throw createError({ statusCode: 400 });
  // An event can come more than once, with the same id each time.
  console.log(\`Goodword: \${event.type} \${event.id}\`);
  setResponseStatus(call, 204);
  return null;
});
`

const pluginText = `import { init } from '@goodword/browser';

/** Keeps the code of a share link. Pass the signed-in user as well: \`user: { accountId, userId }\`, with a \`token\`. */
export default defineNuxtPlugin(() => {
  const { goodwordUrl, goodwordTenant } = useRuntimeConfig().public;
  init({ url: goodwordUrl, tenantAlias: goodwordTenant });
});
`

const heads = /([ \t]*)<\/head>/g

/** Pages of Astro: the script in the head of the layout. Null if there is not exactly one file with a head. */
function planAstro(project: Project): Plan | null {
  const layouts = ['src/layouts', 'src/pages']
    .map((folder) => headsOf(project, folder))
    .find((it) => it.length > 0)
  const [layout] = layouts ?? []
  if (layout === undefined || (layouts ?? []).length > 1) return null
  const { path, text } = layout
  const extension = project.isTypeScript ? 'ts' : 'js'
  const line = `<script>import '../goodword';</script>`
  const after = text.replace(heads, (end, indentation: string) => `${deeper(indentation)}${line}\n${end}`)
  return {
    packages: ['@goodword/browser'],
    changes: [
      ...newFile(project, `src/goodword.${extension}`, browserModule('PUBLIC')),
      ...(text.includes("'../goodword'") ? [] : [{ path, before: text, after }]),
    ],
    variables: { PUBLIC_GOODWORD_URL: '', PUBLIC_GOODWORD_TENANT: '' },
    steps: [
      `When a person signs in, call init of @goodword/browser with user and token, in src/goodword.${extension} (docs/guides/reference/libraries.md#any-framework).`,
    ],
  }
}

function headsOf(
  project: Project,
  folder: string,
): readonly { readonly path: string; readonly text: string }[] {
  return project
    .list(folder)
    .filter((name) => name.endsWith('.astro'))
    .map((name) => ({ path: `${folder}/${name}`, text: project.read(`${folder}/${name}`) ?? '' }))
    .filter(({ text }) => [...text.matchAll(heads)].length === 1)
}

/** Plain pages: the script in their head. Null if there is no page with one. */
function planHtml(project: Project, url: string, tenantAlias: string): Plan | null {
  const path = ['index.html', 'public/index.html'].find((it) => project.has(it))
  const page = path === undefined ? null : project.read(path)
  if (path === undefined || page === null) return null
  const end = /<\/head\s*>/i.exec(page)
  if (end === null) return null
  const isDone = page.includes('/s/v1/goodword.js')
  const lineStart = page.lastIndexOf('\n', end.index - 1) + 1
  const before = page.slice(lineStart, end.index)
  // A head that ends on a line with something else gets lines of its own.
  const isAlone = before.trim() === ''
  const place = isAlone ? lineStart : end.index
  const tags = tagText(url, tenantAlias).replaceAll(/^(?=.)/gm, isAlone ? deeper(before) : '')
  const added = isAlone ? tags : `\n${tags}`
  return {
    packages: [],
    changes: isDone ? [] : [{ path, before: page, after: page.slice(0, place) + added + page.slice(place) }],
    variables: {},
    steps: [
      `Put the same tags into the head of your other pages; they are in ${path}.`,
      'Fill codes into your forms, and say who is signed in (docs/guides/script.md).',
    ],
  }
}

// Both are of a profile, whose alias and address have no characters that a page would read.
const tagText = (url: string, tenantAlias: string) => `<script>
  window._gw = window._gw || []
  _gw.push(['init', { tenant_alias: '${tenantAlias}' }])
</script>
<script async src="${url}/s/v1/goodword.js"></script>
`

type Profile = { readonly url: string; readonly tenantAlias: string }

type Entry = {
  /** Whether it is server and pages in one, a server, or pages. */
  readonly part: 'both' | 'server' | 'pages'
  readonly isFound: (project: Project) => boolean
  readonly plan: (project: Project, profile: Profile) => Plan | null
  /** The missing part of an application without a plan. */
  readonly lacks: string
}

const notOneServer = (line: string) =>
  `There is not exactly one file with a line such as "${line}" in this folder, src or server.`
const noModule = 'There is no index.html that loads a module of this folder.'

/** How applications are integrated, in the order in which they are looked for: of each part the first. */
const table = {
  next: {
    part: 'both',
    isFound: uses('next'),
    plan: planNext,
    lacks:
      'There is no app/layout.tsx, .jsx or .js; applications with a pages folder are integrated by hand.',
  },
  nuxt: {
    part: 'both',
    isFound: uses('nuxt'),
    plan: planNuxt,
    lacks: 'There is no nuxt.config.ts or .js.',
  },
  express: {
    part: 'server',
    isFound: uses('express'),
    plan: (project) => planServer('express', project),
    lacks: notOneServer('const app = express()'),
  },
  fastify: {
    part: 'server',
    isFound: uses('fastify'),
    plan: (project) => planServer('fastify', project),
    lacks: notOneServer('const app = Fastify()'),
  },
  hono: {
    part: 'server',
    isFound: uses('hono'),
    plan: (project) => planServer('hono', project),
    lacks: notOneServer('const app = new Hono()'),
  },
  astro: {
    part: 'pages',
    isFound: uses('astro'),
    plan: planAstro,
    lacks: 'There is not exactly one .astro file with a head in src/layouts, or else in src/pages.',
  },
  'vite-react': { part: 'pages', isFound: usesVite('react'), plan: planViteReact, lacks: noModule },
  'vite-vue': { part: 'pages', isFound: usesVite('vue'), plan: planViteVue, lacks: noModule },
  'vite-svelte': { part: 'pages', isFound: usesVite('svelte'), plan: planVite, lacks: noModule },
  vite: { part: 'pages', isFound: usesVite(), plan: planVite, lacks: noModule },
  html: {
    part: 'both',
    isFound: ({ manifest, has }) => manifest === null && (has('index.html') || has('public/index.html')),
    plan: (project, { url, tenantAlias }) => planHtml(project, url, tenantAlias),
    lacks: 'There is no index.html, here or in public, with a </head>.',
  },
} satisfies Readonly<Record<string, Entry>>

export type Framework = keyof typeof table
// The keys of the table are the frameworks.
export const frameworks = Object.keys(table) as readonly Framework[]

/** Frameworks for which nothing is written, by a package that only they have, and where they run. */
const byHand: Readonly<Record<string, readonly [name: string, part: Entry['part']]>> = {
  '@sveltejs/kit': ['SvelteKit', 'both'],
  '@react-router/dev': ['React Router', 'both'],
  '@remix-run/react': ['Remix', 'both'],
  '@tanstack/react-start': ['TanStack Start', 'both'],
  '@solidjs/start': ['SolidStart', 'both'],
  '@nestjs/core': ['Nest', 'server'],
  koa: ['Koa', 'server'],
  '@angular/core': ['Angular', 'pages'],
  gatsby: ['Gatsby', 'pages'],
}

/**
 * The frameworks of an application: one for both, or one each for the server and the pages.
 *
 * @throws CommandError for an application that has to be integrated by hand
 */
export function frameworksOf(project: Project, url: string): readonly Framework[] {
  const [, known] = Object.entries(byHand).find(([name]) => uses(name)(project)) ?? []
  if (known !== undefined) {
    const [name, part] = known
    throw new CommandError(`goodword init writes nothing for ${name}. ${stepsByHand(url, part)}`)
  }
  const found = frameworks.filter((it) => table[it].isFound(project))
  const firstOf = (part: Entry['part']) => found.filter((it) => table[it].part === part).slice(0, 1)
  const whole = firstOf('both')
  const parts = whole.length > 0 ? whole : [...firstOf('server'), ...firstOf('pages')]
  if (parts.length > 0) return parts
  throw new CommandError(`This folder has no framework that is known here. ${stepsByHand(url, 'both')}`)
}

/** @throws CommandError with the steps by hand, for an application that is not as its framework makes it */
export function planOf(framework: Framework, project: Project, profile: Profile): Plan {
  const { plan, lacks, part }: Entry = table[framework]
  const made = plan(project, profile)
  if (made !== null) return made
  throw new CommandError(`${lacks} ${stepsByHand(profile.url, part)}`)
}

function uses(name: string): (project: Project) => boolean {
  return ({ manifest }) => manifest?.dependencies[name] !== undefined
}

/** Pages of Vite. Beside a server, which may be built by Vite as well, they have an `index.html`. */
function usesVite(name?: string): (project: Project) => boolean {
  const servers = ['express', 'fastify', 'hono']
  return (project) =>
    uses('vite')(project) &&
    (name === undefined || uses(name)(project)) &&
    (project.has('index.html') || !servers.some((it) => uses(it)(project)))
}

/** The steps to integrate an unknown framework: pages alone have no use for an API key. */
function stepsByHand(url: string, part: Entry['part']): string {
  const steps = [
    ...(part === 'pages'
      ? []
      : [
          'On your server: install @goodword/client, and report sign-ups and payments (docs/guides/reference/libraries.md#typescript; in other languages docs/guides/rest.md).',
        ]),
    ...(part === 'server'
      ? []
      : [
          'On your pages: the script, or @goodword/browser, for React @goodword/react and for Vue @goodword/vue (docs/guides/script.md, docs/guides/reference/libraries.md#frameworks).',
        ]),
    ...(part === 'pages'
      ? []
      : [
          'For events: a receiver that verifies them (docs/guides/webhooks.md); try it with goodword listen --forward-to <url>.',
        ]),
  ]
  return [
    'Nothing was changed. The steps by hand:',
    ...steps.map((it, index) => `  ${index + 1}. ${withAddresses(it, url)}`),
  ].join('\n')
}
