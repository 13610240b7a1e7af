{%- extends 'nbgrader/manage_students_notebook_submissions.tpl' -%}

{#- nbgrader writes these names into the script as they are. -#}
{%- block head -%}
<script>
var student_id = {{ student_id | tojson }};
var assignment_id = {{ assignment_id | tojson }};
</script>

<script src="{{ base_url }}/formgrader/static/js/manage_students_notebook_submissions.js"></script>
{%- endblock head -%}
