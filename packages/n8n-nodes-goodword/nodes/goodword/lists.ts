import type { IN8nRequestOperationPaginationGeneric, INodeProperties } from 'n8n-workflow'

/** A list that the API has. */
export type List = {
  readonly resource: string
  readonly cursor: 'cursor' | 'after'
  /** Fields of the form that are sent as parameters of the same name. */
  readonly filters: INodeProperties[]
}

/** The fields of a list: all entries or how many, and which. */
export function listProperties({ resource, filters }: List): INodeProperties[] {
  const show = { resource: [resource], operation: ['getAll'] }
  return [
    {
      displayName: 'Return All',
      name: 'returnAll',
      type: 'boolean',
      displayOptions: { show },
      default: false,
      description: 'Whether to return all results or only up to a given limit',
      routing: { send: { paginate: '={{$value}}' } },
    },
    {
      displayName: 'Limit',
      name: 'limit',
      type: 'number',
      typeOptions: { minValue: 1, maxValue: 100 },
      displayOptions: { show: { ...show, returnAll: [false] } },
      default: 50,
      description: 'Max number of results to return',
      routing: { send: { type: 'query', property: 'limit' } },
    },
    {
      displayName: 'Filters',
      name: 'filters',
      type: 'collection',
      placeholder: 'Add Filter',
      displayOptions: { show },
      default: {},
      options: filters.map((it) => ({ ...it, routing: { send: { type: 'query', property: it.name } } })),
    },
  ]
}

/**
 * Reads a list to its end. The query of a page takes the place of the first one, so that it has the filters again. A list of events
 * always has a cursor, and ends with a page that is empty.
 */
export function pagesOf({ cursor, filters }: List): IN8nRequestOperationPaginationGeneric {
  const next = '={{$response.body?.nextCursor ?? undefined}}'
  const again = Object.fromEntries(filters.map(({ name }) => [name, `={{$request.qs.${name}}}`]))
  const more = cursor === 'after' ? '$response.body.count > 0' : '$response.body.nextCursor !== null'
  return {
    type: 'generic',
    properties: {
      continue: `={{${more}}}`,
      request: { qs: { ...again, limit: 100, [cursor]: next } },
    },
  }
}
