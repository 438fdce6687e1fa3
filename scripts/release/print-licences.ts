import { installedPackages } from './licences.ts'

// One line for each package that is installed with ours: for whoever must say what a product contains.
for (const { name, versions, license } of installedPackages()) console.log(`${license}\t${name}@${versions.join(', ')}`)
