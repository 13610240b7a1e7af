{%- extends 'nbgrader/gradebook_notebook_submissions.tpl' -%}

{#- nbgrader writes these names into the script as they are. -#}
{%- block head -%}
<script>
var assignment_id = {{ assignment_id | tojson }};
var notebook_id = {{ notebook_id | tojson }};
</script>

<script src="{{ base_url }}/formgrader/static/js/gradebook_notebook_submissions.js"></script>
<script src="{{ base_url }}/formgrader/nbjudge/needs_attention.js"></script>
{%- endblock head -%}
