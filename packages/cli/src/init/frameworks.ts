import { CommandError } from '../command.ts'
import { planExpress } from './express.ts'
import { planHtml } from './html.ts'
import { planNext } from './next.ts'
import { planNuxt } from './nuxt.ts'
import type { Plan } from './plan.ts'
import type { Project } from './project.ts'
import { planVite } from './vite.ts'

export const frameworks = ['next', 'nuxt', 'express', 'vite', 'html'] as const
export type Framework = (typeof frameworks)[number]

/** What an application is made with: Next or Nuxt, or a server and pages by themselves. */
export function frameworksOf({ manifest, has }: Project): readonly Framework[] {
  const { dependencies = {} } = manifest ?? {}
  if (dependencies.next !== undefined) return ['next']
  if (dependencies.nuxt !== undefined) return ['nuxt']
  const found = (['express', 'vite'] as const).filter((it) => dependencies[it] !== undefined)
  if (found.length > 0) return found
  return manifest === null && (has('index.html') || has('public/index.html')) ? ['html'] : []
}

/** @throws CommandError with the steps by hand, for an application that is not as its framework makes it */
export function planOf(
  framework: Framework,
  project: Project,
  { url, tenantAlias }: { readonly url: string; readonly tenantAlias: string },
): Plan {
  const plan = plans[framework](project, url, tenantAlias)
  if (plan !== null) return plan
  throw new CommandError(`${looked[framework]} ${stepsByHand(url)}`)
}

const plans: Readonly<Record<Framework, (project: Project, url: string, alias: string) => Plan | null>> = {
  next: planNext,
  nuxt: planNuxt,
  express: planExpress,
  vite: planVite,
  html: planHtml,
}

const looked: Readonly<Record<Framework, string>> = {
  next: 'There is no app/layout.tsx, .jsx or .js; applications with a pages folder are integrated by hand.',
  nuxt: 'There is no nuxt.config.ts or .js.',
  express:
    'There is not exactly one file with a line such as "const app = express()" in this folder, src or server.',
  vite: 'There is no index.html that loads a module of this folder.',
  html: 'There is no index.html with a head.',
}

/** How to integrate what is not known. */
export function stepsByHand(url: string): string {
  return [
    'Nothing was changed. The steps by hand:',
    '  1. On your server: install @goodword/client, and report sign-ups and payments (docs/guides/typescript.md; in other languages docs/guides/rest.md).',
    '  2. On your pages: the script, or @goodword/browser (docs/guides/script.md, docs/guides/frameworks.md).',
    '  3. For events: a receiver that verifies them (docs/guides/webhooks.md); try it with goodword listen --forward-to <url>.',
    `The guides are at ${url}/docs/guides/`,
  ].join('\n')
}
