import type {
  ICredentialDataDecryptedObject,
  ICredentialTestRequest,
  ICredentialType,
  IHttpRequestOptions,
  INodeProperties,
} from 'n8n-workflow'

/** A program in one mode, by a key of it. */
export class GoodwordApi implements ICredentialType {
  name = 'goodwordApi'

  displayName = 'Goodword API'

  icon = {
    light: 'file:../nodes/goodword/goodword.svg',
    dark: 'file:../nodes/goodword/goodword.dark.svg',
  } as const

  documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-goodword'

  properties: INodeProperties[] = [
    {
      displayName: 'Address',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://goodword.example.com',
      description: 'Where your Goodword is, without a slash at the end',
    },
    {
      displayName: 'Program',
      name: 'tenantAlias',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'acme',
      description: 'The alias of the program; its test program begins with test_',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description:
        'A key of the program, from API keys in the portal. The trigger needs the scope admin, users and accounts write, rewards money, and what only reads read.',
    },
  ]

  authenticate = async (
    { apiKey }: ICredentialDataDecryptedObject,
    request: IHttpRequestOptions,
  ): Promise<IHttpRequestOptions> => ({
    ...request,
    auth: { username: String(apiKey), password: '' },
  })

  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{$credentials.baseUrl}}/api/v1/{{$credentials.tenantAlias}}',
      url: '/program',
    },
  }
}
