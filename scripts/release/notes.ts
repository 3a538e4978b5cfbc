import { releasesOf } from '../../packages/docs-site/src/releases.ts'

/** The notes of a release: its part of the change log. */
export function notesOf(changelog: string, version: string): string {
  const release = releasesOf(changelog).find((it) => it.version === version)
  if (release === undefined) throw new Error(`CHANGELOG.md has no part about ${version}.`)
  return `# Goodword ${version}\n\n${release.date}\n\n${release.changes}\n`
}

/** The data of a release from the checkout and the command. */
export type Intention = {
  /** The version that the command names. */
  readonly asked: string
  /** The one in the manifest. */
  readonly version: string
  readonly changelog: string
  /** The output of `git status --porcelain`. */
  readonly changes: string
}

/** Why no release can be made, in sentences; a draft may be of any state of the checkout. */
export function refusalsOf({ asked, version, changelog, changes }: Intention, isDraft: boolean): string[] {
  const release = releasesOf(changelog).find((it) => it.version === asked)
  const refusals: string[] = []
  if (asked !== version)
    refusals.push(`package.json has the version ${version}: npm version ${asked} --no-git-tag-version`)
  if (release === undefined) refusals.push(`CHANGELOG.md has no part "## ${asked}, <date>".`)
  if (isDraft) return refusals
  if (release !== undefined && !/^\d{4}-\d{2}-\d{2}$|^\d{1,2} \w+ \d{4}$/.test(release.date))
    refusals.push(`CHANGELOG.md has no date of ${asked}, but "${release.date}".`)
  if (changes !== '') refusals.push(`Commit or remove what is not committed:\n${changes}`)
  return refusals
}
