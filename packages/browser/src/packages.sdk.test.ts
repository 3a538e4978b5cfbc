import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { packPackages } from '@goodword/testing/packed-package'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { describe, expect, test } from 'vitest'
import { buildPagePackage, pagePackages } from '../build.ts'

// The packages as a user installs them: packed, put into one project, compiled and run there.
const MODULES = resolve(import.meta.dirname, '../../../node_modules')
const COMPILER = join(MODULES, 'typescript-native/bin/tsc')

const folder = temporaryFolder()
const distOf = (name: string) => join(folder, 'dist', name)
for (const name of pagePackages) await buildPagePackage(name, distOf(name))
const packed = packPackages(pagePackages.map(distOf), folder)
const project = join(folder, 'project')
packed.installIn(project, { private: true, type: 'module' })
// The dependencies of the project itself.
const own = [
  'react',
  'react-dom',
  'vue',
  '@vue',
  '@types/react',
  'csstype',
  'scheduler',
  'typescript',
  'entities',
]
for (const name of own) {
  const place = join(project, 'node_modules', name)
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(join(MODULES, name), place)
}

const page = `
import { autofill, consent, init, logout, on, onOffer, open, welcome, type GoodwordOptions } from '@goodword/browser'
import { GoodwordWidget, useGoodword, useGoodwordEvent, useOffer, useReferralCode } from '@goodword/react'
import * as vue from '@goodword/vue'
import { computed, h, ref } from 'vue'
import { createElement } from 'react'

const options: GoodwordOptions = {
  url: 'https://goodword.example.com',
  tenantAlias: 'acme',
  user: { accountId: 'acct_carol', userId: 'user_carol', email: 'carol@example.com' },
  token: () => fetch('/goodword-token').then((it) => it.text()),
}
const end: () => void = init(options)
autofill('name=referral_code')
autofill((code) => void code?.toUpperCase())
consent(true)
welcome({ selector: '#greeting' })
onOffer(({ referrerName, texts }) => [referrerName?.length, texts.title])()
open()
const stop: () => void = on('identified', ({ referralCode, shareLinks }) => [referralCode, shareLinks.whatsapp])
on('failed', (error) => error.message)
logout()

export function Account() {
  useGoodword({ ...options, user: null })
  useGoodwordEvent('copied', ({ what }) => what === 'link')
  const code: string | undefined = useReferralCode()
  const title: string | undefined = useOffer()?.texts.title
  return createElement('main', {}, code, title, createElement(GoodwordWidget, { className: 'wide' }, 'Invite a friend'))
}

export const account = {
  setup() {
    const user = ref(null)
    vue.useGoodword(() => ({ ...options, user: user.value }))
    vue.useGoodword(computed(() => options))
    vue.useGoodwordEvent('copied', ({ what }) => what === 'code')
    const code = vue.useReferralCode()
    return () => h('main', [code.value, vue.useOffer().value?.code, h(vue.GoodwordWidget)])
  },
}
export { end, stop }
`

const mistakes = `
import { init, on } from '@goodword/browser'
import { useGoodword } from '@goodword/react'
init({ url: 'https://goodword.example.com' })
on('identifed', () => {})
useGoodword({ url: '', tenantAlias: 'acme', user: { accountId: 'acct_carol' } })
`

describe.each(['bundler', 'node16'])('the packed packages, compiled with the module resolution %s', (way) => {
  const config = {
    module: way === 'bundler' ? 'esnext' : 'node16',
    moduleResolution: way,
    target: 'es2022',
    lib: ['es2022', 'dom'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: way === 'node16',
    types: [],
  }

  test(`a page that uses each of the packages compiles (${way})`, () => {
    expect(compile(`${way}-page`, page, config)).toBe('')
  })

  test(`a misspelt event and a missing field do not compile (${way})`, () => {
    const errors = compile(`${way}-mistakes`, mistakes, config)
    expect(errors.match(/error TS/g)).toHaveLength(3)
    expect(errors).toContain('tenantAlias')
    expect(errors).toContain('identifed')
    expect(errors).toContain('userId')
  })
})

test.each(pagePackages)(
  'the packed package %s holds its module, its types, its README and the licence',
  (name) => {
    const installed = join(project, 'node_modules/@goodword', name)
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter(
      (it) => !/[.]d[.]ts$/.test(it),
    )
    expect(files.sort()).toEqual(['LICENSE', 'README.md', 'dist', 'dist/main.js', 'package.json'])
    const links = readFileSync(join(installed, 'README.md'), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)
    expect([...links].filter(([, path = '']) => !existsSync(join(installed, path)))).toEqual([])
    const {
      version,
      dependencies = {},
      exports,
    } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    expect(dependencies).toEqual(name === 'browser' ? {} : { '@goodword/browser': version })
    expect(existsSync(join(installed, exports['.'].types))).toBe(true)
  },
)

test('on a server the packages load, do nothing, and their components render', () => {
  writeFileSync(
    join(project, 'server.js'),
    `import * as browser from '@goodword/browser'
import { GoodwordWidget, useGoodword, useReferralCode } from '@goodword/react'
import * as vue from '@goodword/vue'
import { createElement as element } from 'react'
import { renderToString } from 'react-dom/server'
import { createSSRApp, h } from 'vue'
import { renderToString as renderVue } from 'vue/server-renderer'

const options = { url: 'https://goodword.example.com', tenantAlias: 'acme', token: () => { throw new Error('called') } }
browser.init(options)()
browser.autofill(() => { throw new Error('called') })
browser.consent(true)
browser.welcome()
browser.onOffer(() => { throw new Error('called') })()
browser.open()
browser.on('identified', () => { throw new Error('called') })()
browser.logout()
function Page() {
  useGoodword(options)
  return element('main', null, useReferralCode(), element(GoodwordWidget, { className: 'wide' }, 'Invite'))
}
const page = createSSRApp({
  setup() {
    vue.useGoodword(options)
    const code = vue.useReferralCode()
    return () => h('main', [code.value, h(vue.GoodwordWidget, { class: 'wide' }, () => 'Invite')])
  },
})
console.log(renderToString(element(Page)))
console.log(await renderVue(page))
console.log(Object.keys(globalThis).filter((it) => it.includes('gw')).length)
`,
  )
  const output = execFileSync(process.execPath, ['server.js'], { cwd: project, encoding: 'utf8' })
  const [react, vue, globals] = output.trim().split('\n')
  expect(react).toBe('<main><goodword-widget class="wide">Invite</goodword-widget></main>')
  expect(vue?.replaceAll(/<!--.*?-->/g, '')).toBe(
    '<main><goodword-widget class="wide">Invite</goodword-widget></main>',
  )
  expect(globals).toBe('0')
})

/** The compiler's errors; empty when the file compiles. */
function compile(name: string, text: string, compilerOptions: object): string {
  writeFileSync(join(project, `${name}.ts`), text)
  const config = join(project, `${name}.json`)
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [`${name}.ts`] }))
  try {
    return execFileSync(process.execPath, [COMPILER, '-p', config], { encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    if (error instanceof Error && 'stdout' in error) return String(error.stdout)
    throw error
  }
}
