import { expect, test } from 'vitest'
import { repositoryFields } from './repository-fields.ts'

test('a package names the repository that publishes it', () => {
  const environment = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'someone/research' }
  expect(repositoryFields(environment, 'packages/sdk')).toEqual({
    repository: { type: 'git', url: 'git+https://github.com/someone/research.git', directory: 'packages/sdk' },
    homepage: 'https://github.com/someone/research/tree/main/packages/sdk#readme',
    bugs: 'https://github.com/someone/research/issues',
  })
})

test('without a repository there is no release', () => {
  expect(() => repositoryFields({ GITHUB_REPOSITORY: '' }, 'packages/sdk')).toThrow(/GITHUB_REPOSITORY must be set/)
})
