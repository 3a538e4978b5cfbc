import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'

const labels = ['title', 'description', 'licenses', 'version', 'revision', 'source', 'created']

/** The faults of a Dockerfile: its form, a base that can change, and rights that the service does not need. */
export function faultsOfImage(text: string): readonly string[] {
  const form = validate(text).map(({ range, message }) => `line ${range.start.line + 1}: ${message}`)
  const file = DockerfileParser.parse(text)
  const instructions = file.getInstructions().map((it) => ({
    keyword: it.getKeyword(),
    text: it.getArguments().map(String).join(' '),
    line: it.getRange().start.line,
  }))
  const froms = file.getFROMs().map((it) => ({
    image: it.getImage() ?? '',
    stage: it.getBuildStage(),
    line: it.getRange().start.line,
  }))
  const bases = new Map(
    file.getInitialARGs().map((it) => [it.getProperty()?.getName(), it.getProperty()?.getValue()]),
  )
  const stages = froms.map((it) => it.stage)
  const unpinned = froms
    .map(({ image }) => image.replace(/^\$\{(\w+)\}$/, (all, name) => bases.get(name) ?? all))
    .filter((it) => it !== 'scratch' && !stages.includes(it) && !/@sha256:[0-9a-f]{64}$/.test(it))
  const last = instructions.filter((it) => it.line >= (froms.at(-1)?.line ?? 0))
  const user = last.findLast((it) => it.keyword === 'USER')?.text ?? 'root'
  const labelled = last
    .filter((it) => it.keyword === 'LABEL')
    .map((it) => it.text)
    .join(' ')
  return [
    ...form,
    ...unpinned.map((it) => `${it} has no digest`),
    ...(/^(?:root|0)(?::|$)/.test(user) ? ['it runs as root'] : []),
    ...(last.some((it) => it.keyword === 'HEALTHCHECK') ? [] : ['it has no health check']),
    ...labels
      .filter((it) => !labelled.includes(`org.opencontainers.image.${it}=`))
      .map((it) => `it has no label ${it}`),
  ]
}
