import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'

/** The links of a markdown file to files and headings of the project that are not there. */
export async function deadLinks(file: string): Promise<readonly string[]> {
  const links = [...(await readFile(file, 'utf8')).matchAll(/\]\((?!https?:)([^)]*)\)/g)].map(
    ([, it = '']) => it,
  )
  const dead = await Promise.all(
    links.map(async (link) => ((await leadsSomewhere(file, link)) ? [] : [link])),
  )
  return dead.flat()
}

/** Whether a link of a markdown file leads to a file and a heading that are there. */
export async function leadsSomewhere(file: string, link: string): Promise<boolean> {
  const [path = '', anchor] = link.split('#')
  const target = resolve(file, '..', path || basename(file))
  const text = await readFile(target, 'utf8').catch(() => null)
  return text !== null && (anchor === undefined || anchorsOf(text).includes(anchor))
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
