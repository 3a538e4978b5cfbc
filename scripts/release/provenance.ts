/** A file of a release. */
export type Artefact = { readonly name: string; readonly sha256: string }

export type Source = {
  readonly version: string
  readonly commit: string
  /** The time of the commit, in seconds since the epoch. */
  readonly sourceDate: number
  readonly lockSha256: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** The file that `sha256sum --check` reads. */
export function checksumsOf(artefacts: readonly Artefact[]): string {
  return artefacts.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')
}

/**
 * The provenance of the artifacts: a statement of in-toto with provenance as SLSA describes it. It is not signed here: only
 * the workflow has an identity that others trust, and signs a statement of its own about the same files.
 */
export function provenanceOf(artefacts: readonly Artefact[], source: Source, env: Environment): object {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_WORKFLOW_REF: workflow } = env
  const isInWorkflow = server !== undefined && repository !== undefined && workflow !== undefined
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: artefacts.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:goodword:npm-run-release:1',
        externalParameters: { command: `npm run release -- ${source.version}`, version: source.version },
        internalParameters: { node: process.versions.node, SOURCE_DATE_EPOCH: source.sourceDate },
        resolvedDependencies: [
          {
            uri: isInWorkflow ? `git+${server}/${repository}` : 'urn:goodword:source',
            digest: { gitCommit: source.commit },
          },
          {
            name: 'package-lock.json',
            uri: 'urn:goodword:package-lock',
            digest: { sha256: source.lockSha256 },
          },
        ],
      },
      runDetails: { builder: { id: isInWorkflow ? `${server}/${workflow}` : 'urn:goodword:local' } },
    },
  }
}
