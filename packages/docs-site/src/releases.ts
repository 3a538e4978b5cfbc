import type { SitePage } from './site-page.ts'

export type Release = {
  readonly version: string
  /** The date in the heading, or the text that it is in progress. */
  readonly date: string
  /** The changes, as a list in Markdown. */
  readonly changes: string
}

/** The releases that the change log describes, newest first. */
export function releasesOf(changelog: string): readonly Release[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...rest] = section.split('\n')
      const [version = '', date = ''] = heading.split(/,\s*(.*)/s)
      return { version, date, changes: rest.join('\n').trim() }
    })
}

/** A page for each release: what its operator has to do, the command, and then all changes. */
export function upgradePages(releases: readonly Release[], command: string): readonly SitePage[] {
  const list = releases.map(({ version, date }) => `- [${version}](/upgrade/${version}) · ${date}`)
  return [
    {
      address: 'upgrade/',
      title: 'Upgrade',
      description: 'the releases, and what each asks of its operator',
      markdown: `# Upgrade\n\nEach release has a page with what it asks of you, the command, and its changes.\n\n${list.join('\n')}\n`,
    },
    ...releases.map((release) => upgradePage(release, command)),
  ]
}

function upgradePage({ version, date, changes }: Release, command: string): SitePage {
  const entries = changes.split(/^(?=- )/m).map((it) => it.trimEnd())
  const actions = entries.filter((it) => it.includes('**Action needed**'))
  const todo =
    actions.length === 0
      ? 'Nothing in this release asks you to change settings, code or data.'
      : `Read these first. Each needs something from you, before or after the upgrade:\n\n${actions.join('\n')}`
  return {
    address: `upgrade/${version}`,
    title: `Upgrade to ${version}`,
    description: `what ${version} asks of its operator, and what changed`,
    markdown: [
      `# Upgrade to ${version}`,
      `Version ${version}, ${date}.`,
      '## What you have to do',
      todo,
      '## The upgrade',
      `Make a backup, put the release in its place, and start it. This command makes the backup:\n\n\`\`\`sh\n${command}\n\`\`\``,
      '[Upgrading](/guides/operating#upgrading) has every step, and the way back.',
      '## All changes',
      changes,
      '',
    ].join('\n\n'),
  }
}
