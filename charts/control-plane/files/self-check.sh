#!/bin/sh
# Asks the API server every review of /self-check and compares its answer with the one expected.
#
# A review is a SubjectAccessReview in NAME.allowed.json or NAME.denied.json. Exit status: 0 all as expected, 3 an answer is
# not (the Job fails at once), 1 the API server does not answer (the Job tries again).
set -u
account=/var/run/secrets/kubernetes.io/serviceaccount
# Asked by curl, the API server would lay its answer out for people.
server='https://kubernetes.default.svc/apis/authorization.k8s.io/v1/subjectaccessreviews?pretty=false'

ask() {
    curl --silent --show-error --fail --max-time 20 --cacert "$account/ca.crt" \
        --header "Authorization: Bearer $(cat "$account/token")" \
        --header 'Content-Type: application/json' --data "@$1" "$server"
}

wrong=0
for review in /self-check/*.json; do
    answer=$(ask "$review") || exit 1
    case $answer in
        *'"status":{"allowed":true'*) found=allowed ;;
        *'"status":{"allowed":false'*) found=denied ;;
        *) echo "$review: not an answer: $answer" >&2; exit 1 ;;
    esac
    name=$(basename "$review" .json)
    expected=${name##*.}
    echo "${name%.*}: $found"
    if [ "$found" != "$expected" ]; then
        echo "${name%.*}: $expected was expected: $answer" >&2
        wrong=$((wrong + 1))
    fi
done
[ "$wrong" -eq 0 ] || exit 3
