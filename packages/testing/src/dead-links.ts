import { readFile, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'

/** The links of a Markdown file to files, folders and headings that are not there. Addresses (`https://…`, `/guides/`) are left out. */
export async function deadLinks(file: string): Promise<readonly string[]> {
  const prose = withoutCode(await readFile(file, 'utf8'))
  const links = [...prose.matchAll(/\]\((?!https?:|mailto:|\/)([^)]*)\)/g)].map(([, it = '']) => it)
  const dead = await Promise.all(
    links.map(async (link) => ((await leadsSomewhere(file, link)) ? [] : [link])),
  )
  return dead.flat()
}

/** Whether a link of a Markdown file leads to a folder, or to a file and a heading, that is there. */
export async function leadsSomewhere(file: string, link: string): Promise<boolean> {
  const [path = '', anchor] = link.split('#')
  const target = resolve(file, '..', path || basename(file))
  if (anchor === undefined) return (await stat(target).catch(() => null)) !== null
  const text = await readFile(target, 'utf8').catch(() => '')
  return anchorsOf(text).includes(anchor)
}

/** Blocks of code and code in a line have no links. */
function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^ *```.*\n(?:(?! *```).*\n)* *```|`[^`\n]*`/gm, '')
}

/** Makes anchors as the usual viewers of Markdown do. */
function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
