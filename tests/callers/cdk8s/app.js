// Renders charts through cdk8s's construct and prints what it makes of them.
const { App, Chart, Helm } = require('cdk8s');

const helmExecutable = process.env.HELM;
const app = new App();
const chart = new Chart(app, 'shop');
new Helm(chart, 'mesh', { chart: '../charts/control-plane', namespace: 'istio-system', releaseName: 'mesh', helmExecutable });
new Helm(chart, 'web', {
  chart: '../charts/app',
  values: { replicas: 2, words: ['a', 'b'], image: { tag: 'x' } },
  helmFlags: ['--include-crds', '--kube-version', '1.30', '--skip-tests'],
  helmExecutable,
});
new Helm(chart, 'node', { chart: 'cni', repo: process.env.URL, version: '0.2.x', namespace: 'istio-system', helmExecutable });
console.log(app.synthYaml());
try {
  new Helm(chart, 'none', { chart: '../charts/app', values: { replicas: 0 }, helmExecutable });
} catch (error) {
  console.log(error.message);
}
