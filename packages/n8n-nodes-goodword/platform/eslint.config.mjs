// The lint rules of n8n's own command line for a package of nodes, without general rules about TypeScript.
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes'
import parser from '@typescript-eslint/parser'
import nodesBase from 'eslint-plugin-n8n-nodes-base'

const community = n8nCommunityNodesPlugin.configs.recommended
const languageOptions = { parser, parserOptions: { extraFileExtensions: ['.json'] } }
const plugins = { ...community.plugins, 'n8n-nodes-base': nodesBase }

export default [
  { files: ['**/*.ts', 'package.json'], plugins, languageOptions, rules: community.rules },
  // It asks for an address of the author, which the maintainers do not have yet.
  { files: ['package.json'], rules: { '@n8n/community-nodes/valid-author': 'off' } },
  { files: ['package.json'], rules: nodesBase.configs.community.rules },
  {
    files: ['credentials/**/*.ts'],
    rules: {
      ...nodesBase.configs.credentials.rules,
      'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
      'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
    },
  },
  {
    files: ['nodes/**/*.ts'],
    rules: {
      ...nodesBase.configs.nodes.rules,
      'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
      'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
      'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
    },
  },
]
