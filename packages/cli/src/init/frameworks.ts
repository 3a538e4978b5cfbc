import { CommandError } from '../command.ts'
import { planAstro } from './astro.ts'
import { planHtml } from './html.ts'
import { planNext } from './next.ts'
import { planNuxt } from './nuxt.ts'
import { type Plan, withAddresses } from './plan.ts'
import type { Project } from './project.ts'
import { planServer } from './server.ts'
import { planVite, planViteReact, planViteVue } from './vite.ts'

type Profile = { readonly url: string; readonly tenantAlias: string }

type Entry = {
  /** Whether it is server and pages in one, a server, or pages. */
  readonly part: 'both' | 'server' | 'pages'
  readonly isFound: (project: Project) => boolean
  readonly plan: (project: Project, profile: Profile) => Plan | null
  /** What an application lacks that has no plan. */
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
 * What an application is made with: a framework of both, or a server and pages by themselves.
 *
 * @throws CommandError for one that has to be integrated by hand
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

/** How to integrate what is not known: pages alone have no use for an API key. */
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
