import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allEndpoints } from '@goodword/contract/all-endpoints'
import { openApiDocument } from '@goodword/contract/frame/openapi/openapi'
import { apiPages } from './api-pages.ts'
import { homePage } from './home.ts'
import { lastChanges } from './last-changes.ts'
import { type Release, releasesOf, upgradePages } from './releases.ts'
import { type Addresses, withSiteLinks } from './site-links.ts'
import { type GuidePart, type SitePage, titleOf } from './site-page.ts'

export type Collected = {
  readonly pages: readonly SitePage[]
  readonly releases: readonly Release[]
  /** The order and the parts of the guides. */
  readonly parts: readonly GuidePart[]
}

/** The address of the service in all examples. */
const SHOWN_ADDRESS = 'http://127.0.0.1:4000'
const CONTENTS = 'docs/guides/README.md'
const CHANGELOG = 'CHANGELOG.md'
const ERRORS = 'docs/reference/errors.md'
const BACKUP = 'goodword-server backup /backups/before-the-upgrade.gz.age'

/** Everything that the site shows, from the files of the project in `root`. */
export function collectPages(root: string): Collected {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const files = readdirSync(join(root, 'docs/guides'), { recursive: true, encoding: 'utf8' })
    .filter((it) => it.endsWith('.md'))
    .sort()
    .map((it) => `docs/guides/${it}`)
  const addresses: Addresses = new Map([
    ...[...files, ERRORS].map((it) => [it, addressOf(it)] as const),
    // The pages that are made of the OpenAPI document say the same, with descriptions.
    ['docs/reference/operations.md', 'reference/'],
  ])
  const contents = read(CONTENTS)
  const descriptions = descriptionsIn(contents)
  const changes = lastChanges(root, ['docs/guides', 'docs/reference'])
  const fromFiles = [...files, ERRORS].map((file): SitePage => {
    const markdown = read(file)
    return {
      address: addressOf(file),
      title: titleOf(markdown),
      description: descriptions.get(file) ?? otherDescriptions[file] ?? '',
      markdown: withSiteLinks(markdown, file, addresses),
      lastChanged: changes.get(file),
    }
  })
  const { version } = JSON.parse(read('package.json'))
  const releases = releasesOf(withSiteLinks(read(CHANGELOG), CHANGELOG, addresses))
  const parts = partsIn(contents)
  return {
    pages: [
      homePage(readFileSync(join(import.meta.dirname, 'home.md'), 'utf8'), fromFiles, parts),
      ...fromFiles,
      ...apiPages(openApiDocument(allEndpoints, SHOWN_ADDRESS, version), SHOWN_ADDRESS),
      ...upgradePages(releases, BACKUP),
    ],
    releases,
    parts,
  }
}

const otherDescriptions: Readonly<Record<string, string>> = {
  [CONTENTS]: 'the guides in the order of reading',
  [ERRORS]: 'what each error code means, and what to do',
}

/** `docs/guides/rest.md` is `guides/rest`. Error responses name `/docs/errors`. */
function addressOf(file: string): string {
  if (file === CONTENTS) return 'guides/'
  if (file === ERRORS) return 'errors'
  return file.replace(/^docs\//, '').replace(/[.]md$/, '')
}

const guideLine = /\[[^\]]+\]\(([\w/-]+)[.]md\): (.+)$/gm

function descriptionsIn(contents: string): ReadonlyMap<string, string> {
  return new Map(
    [...contents.matchAll(guideLine)].map(([, name, text = '']) => [`docs/guides/${name}.md`, text.trim()]),
  )
}

/** Each heading of the table of contents that has a list of guides. */
function partsIn(contents: string): readonly GuidePart[] {
  return contents
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.slice(0, part.indexOf('\n')),
      addresses: [...part.matchAll(guideLine)].map(([, name]) => `guides/${name}`),
    }))
    .filter(({ addresses }) => addresses.length > 0)
}
